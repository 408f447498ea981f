;;; test.el --- run by test/run inside Emacs  -*- lexical-binding: t; -*-

(require 'cl-lib)
(require 'eglot)
(require 'bot-mode)

(setq bot-lsp-command (list (getenv "BOUNDARY_LSP") "serve")
      eglot-sync-connect 10
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      eglot-confirm-server-edits nil
      eglot-send-changes-idle-time 0.05
      flymake-no-changes-timeout 0.05
      make-backup-files nil
      create-lockfiles nil
      auto-save-default nil
      undo-limit 10000000)

;; docs/editors.md says why.
(when (>= emacs-major-version 30)
  (define-advice eglot-uri-to-path (:filter-return (path) decode)
    (decode-coding-string (encode-coding-string path 'utf-8) 'utf-8)))

(defvar test-step "start")

(defun test-fail (format &rest args)
  (error "%s" (apply #'format format args)))

(defun test-text ()
  (buffer-substring-no-properties (point-min) (point-max)))

(defun test-code (diagnostic)
  (or (plist-get (alist-get 'eglot-lsp-diag (flymake--diag-data diagnostic)) :code)
      (and (string-match "\\b\\(?:BND\\|BOT\\|CFG\\|PB\\)[0-9]+\\b" (flymake-diagnostic-text diagnostic))
           (match-string 0 (flymake-diagnostic-text diagnostic)))
      "?"))

(defun test-codes ()
  (mapconcat #'identity
             (sort (mapcar #'test-code (flymake-diagnostics)) #'string<)
             " "))

(defun test-wait (what condition)
  "Wait until CONDITION is true, else say that WHAT did not come."
  (let ((end (time-add nil 20)))
    (while (not (funcall condition))
      (when (time-less-p end nil)
        (test-fail "no %s within 20 seconds; the diagnostics are %s" what (test-codes)))
      (accept-process-output nil 0.02))))

(defun test-go-to (place)
  (goto-char (point-min))
  (unless (let ((case-fold-search nil)) (search-forward place nil t))
    (test-fail "the text has no %s" place))
  (goto-char (match-beginning 0)))

;; What the idle timer does when the user stops typing.
(defun test-send ()
  (eglot--signal-textDocument/didChange))

(defun test-open (file language)
  (switch-to-buffer (find-file-noselect (expand-file-name file)))
  (let ((mode (pcase language ("bot" 'bot-mode) ("starlark" 'bot-playbook-mode))))
    (unless (eq major-mode mode)
      (test-fail "the mode is %s" major-mode)))
  (unless (eq (coding-system-eol-type buffer-file-coding-system) 1)
    (test-fail "the line ends are taken for %s" buffer-file-coding-system))
  (font-lock-ensure)
  (unless (text-property-not-all (point-min) (point-max) 'face nil)
    (test-fail "the file is not coloured"))
  (unless (eglot-current-server)
    (apply #'eglot--connect (eglot--guess-contact)))
  (unless (eglot-managed-p)
    (eglot--maybe-activate-editing-mode))
  (test-wait "server of the buffer" (lambda () (eglot-managed-p)))
  (flymake-mode 1)
  (flymake-start))

(defun test-diagnostics (codes)
  (test-wait (format "diagnostics %S" codes) (lambda () (equal (test-codes) codes))))

(defun test-hover (place text)
  (test-go-to place)
  (let* ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)))
         (shown (eglot--hover-info (plist-get hover :contents) (plist-get hover :range))))
    (unless (string-search text shown)
      (test-fail "the hover is %s" shown))))

(defun test-fix (place title)
  (test-go-to place)
  (let* ((before (test-text))
         (actions (eglot-code-actions (point) (point) "quickfix" nil))
         (action (cl-find title actions :test #'equal :key (lambda (a) (plist-get a :title)))))
    (unless action
      (test-fail "no action with that title in %S" actions))
    (if (fboundp 'eglot-execute)
        (eglot-execute (eglot-current-server) action)
      (eglot--apply-workspace-edit (plist-get action :edit)))
    (test-wait "edit" (lambda () (not (equal before (test-text)))))
    (test-send)))

(defun test-complete (place name)
  (test-go-to place)
  (pcase-let ((`(,start ,_end ,table . ,_) (eglot-completion-at-point)))
    (let ((names (all-completions (buffer-substring-no-properties start (point)) table)))
      (unless (member name (mapcar #'substring-no-properties names))
        (test-fail "the completions are %S" names)))))

(defun test-rename (place new)
  (test-go-to place)
  (eglot-rename new)
  (test-wait (concat "text " new) (lambda () (string-search new (test-text))))
  (test-send))

(defun test-format (old new)
  (test-replace old new)
  (eglot-format-buffer)
  (test-has old)
  (when (string-search new (test-text))
    (test-fail "the text still has %s" new))
  (test-send))

(defun test-has (text)
  (unless (string-search text (test-text))
    (test-fail "the text is %s" (test-text))))

(defun test-replace (old new)
  (test-go-to old)
  (undo-boundary)
  (delete-char (length old))
  (insert new)
  (undo-boundary)
  (test-send))

(defun test-undo ()
  (setq last-command nil)
  (undo-only)
  (undo-boundary)
  (test-send))

(defun test-save ()
  (save-buffer 0))

(defun test-check (code)
  (let ((got (call-process (getenv "BOUNDARY_LSP") nil nil nil "check" "--quiet" ".")))
    (unless (equal got (string-to-number code))
      (test-fail "check ends with %s" got))))

(defconst test-verbs
  '(("open" . test-open) ("diagnostics" . test-diagnostics) ("hover" . test-hover)
    ("complete" . test-complete) ("rename" . test-rename) ("format" . test-format)
    ("fix" . test-fix) ("text" . test-has) ("replace" . test-replace)
    ("undo" . test-undo) ("save" . test-save) ("check" . test-check)))

;; The kinds of testdata/colours.txt.
(defconst test-faces
  '(("keyword" . font-lock-keyword-face) ("name" . font-lock-function-name-face)
    ("property" . font-lock-variable-name-face) ("type" . font-lock-type-face)
    ("operator" . font-lock-builtin-face) ("comment" . font-lock-comment-face)
    ("string" . font-lock-string-face) ("template" . font-lock-preprocessor-face)
    ("boundary" . font-lock-warning-face)))

(defun test-lines (file)
  "The fields of each line of FILE that is no comment."
  (let (list)
    (dolist (line (with-temp-buffer
                    (insert-file-contents file)
                    (split-string (buffer-string) "\n" t)))
      (unless (string-match-p "\\`[ \t]*\\(?:#\\|\\'\\)" line)
        (push (mapcar #'string-trim (split-string line "|")) list)))
    (nreverse list)))

(defun test-colours (root)
  (pcase-dolist (`(,file ,place ,kind) (test-lines (getenv "BOUNDARY_COLOURS")))
    (switch-to-buffer (find-file-noselect (expand-file-name file root)))
    (font-lock-ensure)
    (test-go-to place)
    (let ((face (get-text-property (point) 'face)))
      (unless (memq (alist-get kind test-faces nil nil #'equal) (ensure-list face))
        (test-fail "%s: %s has the face %s, want %s" file place face kind)))))

(defun test-indentation ()
  (with-temp-buffer
    (bot-mode)
    (dolist (line '("agent a:" "tools: [bash]" "memory:" "enabled: true"))
      (insert line)
      (indent-according-to-mode)
      (newline))
    (unless (equal (test-text) "agent a:\n  tools: [bash]\n  memory:\n    enabled: true\n")
      (test-fail "indented: %s" (test-text)))))

(defun test-run ()
  (let ((root default-directory))
    (dolist (words (test-lines (getenv "BOUNDARY_STEPS")))
      (setq test-step (string-join words " | "))
      (let ((verb (alist-get (car words) test-verbs nil nil #'equal))
            (default-directory root))
        (unless verb
          (test-fail "there is no such verb"))
        (apply verb (cdr words))))
    (setq test-step "colours")
    (test-colours root)
    (setq test-step "indentation")
    (test-indentation)
    (setq test-step "end")
    (let ((servers (length (gethash (eglot--current-project) eglot--servers-by-project))))
      (unless (= servers 1)
        (test-fail "there are %d servers for one project" servers)))
    (eglot-shutdown (eglot-current-server))
    (princ "ok: every step, and the colours\n")))

(setq debug-on-error nil)
(condition-case problem
    (test-run)
  (error
   (message "in the step: %s\n%s" test-step (error-message-string problem))
   (kill-emacs 1)))
(kill-emacs 0)
