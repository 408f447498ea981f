package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/buildinfo"
	"github.com/boundary-lsp/boundary-lsp/lsp"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// serveOptions are the flags of the language server; the bare program takes
// them, too.
type serveOptions struct {
	stdio          bool
	logFile, level string
	trace          bool
}

// logLevels are the words of --log-level, the default first.
var logLevels = []string{"info", "debug", "warn", "error"}

func (o *serveOptions) flags(cmd *cobra.Command) {
	o.level = logLevels[0]
	f := cmd.Flags()
	f.BoolVar(&o.stdio, "stdio", false, "speak on standard input and output; it always does")
	f.StringVar(&o.logFile, "log-file", "", "append the log to `FILE` instead of writing it to standard error")
	enumFlag(cmd, &o.level, "log-level", "least level that is logged", logLevels...)
	f.BoolVar(&o.trace, "trace", false, "log every message of the protocol")
}

func (a *app) serveCommand() *cobra.Command {
	o := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the language server on standard input and output",
		Long: "Runs the language server; the program without a command does the same. Nothing but the\n" +
			"protocol is ever written to standard output.",
		Args: a.exactly(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), o) },
	}
	o.flags(cmd)
	return cmd
}

// serve runs the language server until its client is gone. The exit code is 0
// after an orderly end and 1 otherwise (LSP 3.17, exit).
func (a *app) serve(ctx context.Context, o *serveOptions) error {
	log, done, err := a.logger(o)
	if err != nil {
		return err
	}
	defer done()
	opt := lsp.Options{Version: buildinfo.Read().Version, Logger: log, Dir: a.dir}
	if a.env("SOURCE_DATE_EPOCH") != "" {
		today, err := a.today()
		if err != nil {
			return err
		}
		opt.Today = func() config.Date { return today }
	}
	if o.trace {
		opt.Trace = func(e rpc.Event) { trace(log, e) }
	}
	roomForHeap(a.env)
	if err := lsp.Serve(ctx, a.in, a.out, opt); err != nil {
		log.Warn("the server ends early", zap.Error(err))
		a.worsen(exitFindings)
	}
	return nil
}

// trace logs one message of the protocol.
func trace(log *zap.Logger, e rpc.Event) {
	log.Debug("message", zap.Bool("sent", e.Sent), zap.String("kind", string(e.Kind)), zap.String("method", e.Method),
		zap.String("id", e.ID), zap.Int("bytes", e.Size), zap.Duration("took", e.Took), zap.Int("code", int(e.Code)))
}

// logger writes to the error output or to a file; done flushes and closes it.
func (a *app) logger(o *serveOptions) (log *zap.Logger, done func(), err error) {
	level, err := zapcore.ParseLevel(o.level)
	if err != nil {
		return nil, nil, usagef("--log-level %s: %w", finding.Quote(o.level), err)
	}
	if o.trace {
		level = zapcore.DebugLevel
	}
	sink, closing := zapcore.AddSync(a.err), func() error { return nil }
	if o.logFile != "" {
		name := filepath.FromSlash(workspace.Abs(a.dir, o.logFile))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return nil, nil, fmt.Errorf("the log %s cannot be written: %w", finding.Quote(o.logFile), cause(err))
		}
		sink, closing = f, f.Close
	}
	cfg := zap.NewProductionEncoderConfig()
	cfg.EncodeTime = zapcore.ISO8601TimeEncoder
	// JSON escapes what text from files could do to a terminal or a log.
	log = zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(cfg), zapcore.Lock(sink), level))
	return log, func() { _ = log.Sync(); _ = closing() }, nil
}
