// Package yamlnames lists what a YAML document names things by, with the
// places: bundle manifests, front matter of presets and skills. It does not
// decode values. Documents may come from strangers; their size and depth are
// bounded.
package yamlnames
