// Package boundary says which agents and judges of a bot can act, what the
// system prompt of such a node owes, and how to mend what is missing: the BND
// rules (boundary-class.md).
//
// Classify judges one unit; its Class gives the findings of all its files, the
// hover and the lenses. The configuration's exemptions, the members artifact
// and the floors need many units: they are judged by Summaries, which hold no
// trees. Pages have functions of their own. Nothing here looks at the
// machine: no environment, no credentials, no installed program is consulted,
// and files are read through bot.Source only.
package boundary
