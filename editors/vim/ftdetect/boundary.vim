" Iterion workflows and Starlark playbooks. `set`, because older versions take a
" file that starts with a comment for a configuration, and know no Starlark.
autocmd BufRead,BufNewFile *.bot set filetype=bot
autocmd BufRead,BufNewFile *.star set filetype=starlark
