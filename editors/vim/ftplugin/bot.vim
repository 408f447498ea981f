if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:##,:# commentstring=##\ %s
setlocal formatoptions-=t formatoptions+=croql
" A tab at the start of a line is an error of the language.
setlocal expandtab shiftwidth=2 softtabstop=2

let b:undo_ftplugin = 'setlocal comments< commentstring< formatoptions< expandtab< shiftwidth< softtabstop<'
