;;; bot-mode.el --- Iterion workflows and playbooks, with boundary-lsp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT
;; Version: 0.1
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages

;;; Commentary:

;; `bot-mode' is for Iterion workflows (*.bot), `bot-playbook-mode' for the
;; Starlark of playbooks (*.star).  Eglot starts boundary-lsp for both:
;;
;;   (add-to-list 'load-path "/path/to/this/folder")
;;   (require 'bot-mode)
;;   (add-hook 'bot-mode-hook #'eglot-ensure)
;;   (add-hook 'bot-playbook-mode-hook #'eglot-ensure)

;;; Code:

(require 'python)

(defgroup bot nil
  "Iterion workflows and playbooks."
  :group 'languages)

(defcustom bot-lsp-command '("boundary-lsp" "serve")
  "The command that starts the language server."
  :type '(repeat string))

(defcustom bot-indent-offset 2
  "How many columns a block stands in."
  :type 'natnum
  :safe #'natnump)

;; A test of this repository compares the words with the parser's.
(defconst bot-declarations
  '("mcp_server" "prompt" "schema" "cursor" "supervisor" "agent" "judge"
    "router" "human" "tool" "compute" "emit" "wait" "await_answers" "fail"
    "subbot" "group" "contract" "workflow")
  "The words that declare something with a name.")

(defconst bot-blocks '("vars" "presets" "attachments" "secrets")
  "The words that open a block without a name at the top of a file.")

(defvar bot-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?` "\"" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?' "." table)
    table)
  "Syntax table of `bot-mode'.")

(defconst bot--name "[[:alpha:]_][[:alnum:]_]*")

(defvar bot-font-lock-keywords
  `((,(concat "^[ ]*\\(" (regexp-opt bot-declarations) "\\)[ \t]+\\(" bot--name "\\)[ \t]*[:(]")
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    (,(concat "^\\(" (regexp-opt bot-blocks) "\\)[ \t]*:") 1 font-lock-keyword-face)
    ("^\\(dsl\\)[ \t]*:" 1 font-lock-keyword-face)
    ("^\\(import\\)[ \t]*\"" 1 font-lock-keyword-face)
    (,(concat "^\\(use\\)[ \t]+\\(" bot--name "\\)")
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    (,(concat "^[ ]+\\(" bot--name "\\)[ \t]*:[ \t]*"
              "\\(?:\\(\\(?:string\\|bool\\|int\\|float\\|json\\|file\\|image\\)\\_>\\(?:\\[\\]\\)*\\)\\)?")
     (1 font-lock-variable-name-face) (2 font-lock-type-face nil t))
    ("->" . font-lock-builtin-face)
    ("->.*?\\_<\\(when\\|not\\|as\\|with\\|else\\|retry\\|unbounded\\)\\_>" 1 font-lock-keyword-face)
    ("\\_<\\(?:true\\|false\\|done\\|fail\\)\\_>" . font-lock-constant-face)
    ("{{.*?}}" 0 font-lock-preprocessor-face t)
    ("\\(?:IMPORTANT[ \t]+—[ \t]+\\)?UNTRUSTED INPUT BOUNDARY:?" 0 font-lock-warning-face t))
  "What `bot-mode' colours.")

(defconst bot--text-header
  (concat "^\\([ ]*\\)\\(?:prompt[ \t]+" bot--name "[ \t]*:\\|" bot--name "[ \t]*:[ \t]*|\\)"
          "[ \t]*\\(?:#.*\\)?\n")
  "The header of a prompt or of a block scalar.")

(defun bot--text-end (indent)
  "Go from the start of a text to the end of the last line deeper than INDENT."
  (let ((end (point)))
    (while (and (not (eobp))
                (or (looking-at-p "[ \t]*$")
                    (> (current-indentation) indent)))
      (unless (looking-at-p "[ \t]*$")
        (setq end (line-end-position)))
      (forward-line 1))
    (goto-char end)))

(defun bot--propertize (start end)
  "Make one string of each text that stands below a header in START to END.
Nothing in it is a quote or opens a comment."
  (goto-char start)
  (while (re-search-forward bot--text-header end t)
    (let ((indent (- (match-end 1) (match-beginning 1)))
          (comment (nth 8 (save-excursion (syntax-ppss (match-beginning 0)))))
          (first (point)))
      (unless comment
        (bot--text-end indent)
        (skip-chars-backward " \t" first)
        (when (> (point) first)
          (let ((last (point)))
            (put-text-property first (1+ first) 'syntax-table (string-to-syntax "|"))
            (when (> (- last first) 1)
              (put-text-property (1+ first) (1- last) 'syntax-table (string-to-syntax "."))
              (put-text-property (1- last) last 'syntax-table (string-to-syntax "|")))
            (put-text-property first last 'syntax-multiline t)))))))

(defun bot-indent-line ()
  "Indent the line: one step deeper behind a header, else as the line before.
Again, it goes one step out, because only the author knows where a block ends."
  (interactive)
  (let* ((now (current-indentation))
         (deepest (save-excursion
                    (beginning-of-line)
                    (skip-chars-backward " \t\n")
                    (if (bobp)
                        0
                      (beginning-of-line)
                      (+ (current-indentation)
                         (if (looking-at-p ".*:[ \t]*|?[ \t]*\\(?:#.*\\)?$") bot-indent-offset 0)))))
         (next (if (and (eq this-command last-command) (> now 0))
                   (max 0 (- now bot-indent-offset))
                 deepest)))
    (if (<= (current-column) now)
        (indent-line-to next)
      (save-excursion (indent-line-to next)))))

;;;###autoload
(define-derived-mode bot-mode prog-mode "Bot"
  "Major mode for Iterion workflows."
  (setq-local comment-start "## "
              comment-start-skip "#+[ \t]*"
              comment-end ""
              indent-line-function #'bot-indent-line
              ;; A tab at the start of a line is an error of the language.
              indent-tabs-mode nil
              syntax-propertize-function #'bot--propertize
              font-lock-defaults '(bot-font-lock-keywords))
  (add-hook 'syntax-propertize-extend-region-functions #'bot--whole-texts 5 t))

(defun bot--whole-texts (start end)
  "Extend START and END to declarations, so that no text is seen in part."
  (let ((from (save-excursion
                (goto-char start)
                (if (re-search-backward "^[^ \t\n#]" nil t) (line-beginning-position) (point-min))))
        (to (save-excursion
              (goto-char end)
              (if (re-search-forward "^[^ \t\n#]" nil t) (line-beginning-position) (point-max)))))
    (unless (and (= from start) (= to end))
      (cons (min from start) (max to end)))))

;;;###autoload
(define-derived-mode bot-playbook-mode python-mode "Playbook"
  "Major mode for the Starlark of playbooks.")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.bot\\'" . bot-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.star\\'" . bot-playbook-mode))

(put 'bot-playbook-mode 'eglot-language-id "starlark")

(defvar eglot-server-programs)
;; One entry, so that one server has both: each tells about all files of the
;; project, and eglot shows what came last of two.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons '(bot-mode bot-playbook-mode) (lambda (&rest _) bot-lsp-command))))

(provide 'bot-mode)
;;; bot-mode.el ends here
