" The bot language of Iterion workflows, for Vim and Neovim.
if exists('b:current_syntax')
  finish
endif

syntax case match
syntax sync fromstart

" What declares. A test of this repository compares the words with the parser's.
syntax match botDeclaration /^\s*\zs\%(mcp_server\|prompt\|schema\|cursor\|supervisor\|agent\|judge\|router\|human\|tool\|compute\|emit\|wait\|await_answers\|fail\|subbot\|group\|contract\|workflow\)\ze\s\+\k\+\s*[:(]/ nextgroup=botName skipwhite
syntax match botDeclaration /^\%(vars\|presets\|attachments\|secrets\)\ze\s*:/
syntax match botDeclaration /^dsl\ze\s*:/
syntax match botDeclaration /^import\ze\s*"/
syntax match botDeclaration /^use\>/ nextgroup=botName skipwhite
syntax match botName /\k\+/ contained

syntax match botProperty /^\s\+\zs\k\+\ze\s*:/ nextgroup=botTypeSign
syntax match botTypeSign /\s*:\s*/ contained nextgroup=botType
syntax match botType /\<\%(string\|bool\|int\|float\|json\|file\|image\)\>\%(\[\]\)*/ contained

syntax match botArrow /->/
syntax match botEdge /\%(->.*\)\@<=\<\%(when\|not\|as\|with\|else\|retry\|unbounded\)\>/
syntax keyword botEnd done fail
syntax keyword botBoolean true false
syntax match botNumber /\<\d\+\%(\.\d\+\)\?\>/

syntax region botString start=/"/ skip=/\\./ end=/"/ oneline contains=botTemplate,botVariable
syntax region botString start=/`/ end=/`/ contains=botTemplate,botVariable
" A block scalar ends where a line is not deeper than its key.
syntax region botScalar start=/^\z(\s*\)\k\+\s*:\s*|\s*\%(#.*\)\?$/ end=/^\ze\%(\z1\s\)\@!\s*\S/ keepend contains=botScalarHeader,botTemplate,botVariable
syntax match botScalarHeader /^\s*\k\+\s*:\s*|\s*\%(#.*\)\?$/ contained contains=botProperty,botComment

syntax region botTemplate matchgroup=botBrace start=/{{/ end=/}}/ oneline contained
syntax match botVariable /\$\%({[^}]*}\|\k\+\)/ contained

" A prompt ends where a line is not deeper than its header.
syntax region botPrompt start=/^\z(\s*\)prompt\s\+\k\+\s*:\s*\%(#.*\)\?$/ end=/^\ze\%(\z1\s\)\@!\s*\S/ keepend contains=botPromptHeader,botTemplate,botBoundary
syntax match botPromptHeader /^\s*prompt\s\+\k\+\s*:\s*\%(#.*\)\?$/ contained contains=botDeclaration,botComment
syntax match botBoundary /\%(IMPORTANT\s\+—\s\+\)\?UNTRUSTED INPUT BOUNDARY:\?/ contained

syntax match botComment /#.*/ contains=botDirective,@Spell
syntax match botDirective /#\s*\zsboundary:.*/ contained

highlight default link botDeclaration Statement
highlight default link botName Function
highlight default link botProperty Identifier
highlight default link botType Type
highlight default link botArrow Operator
highlight default link botEdge Keyword
highlight default link botEnd Constant
highlight default link botBoolean Boolean
highlight default link botNumber Number
highlight default link botString String
highlight default link botScalar String
highlight default link botPrompt String
highlight default link botBoundary Todo
highlight default link botTemplate PreProc
highlight default link botBrace Delimiter
highlight default link botVariable PreProc
highlight default link botComment Comment
highlight default link botDirective SpecialComment

let b:current_syntax = 'bot'
