" Vim and Neovim come with the syntax of Bazel's Starlark, by its older name.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/bzl.vim
let b:current_syntax = 'starlark'
