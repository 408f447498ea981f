package config

import (
	"cmp"
	"fmt"
	"time"
)

// Date is a day of the calendar without a time zone. The zero Date is before
// every other one.
type Date struct{ Y, M, D int }

// ParseDate reads YYYY-MM-DD and nothing else; the day must exist.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || len(s) != len(time.DateOnly) {
		return Date{}, fmt.Errorf("%.40q is no day of the calendar, written YYYY-MM-DD", s)
	}
	return DateOf(t), nil
}

// DateOf is the day of t in t's own time zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, int(m), d}
}

// Compare is negative where d is before o, 0 where they are the same day.
func (d Date) Compare(o Date) int {
	return cmp.Or(d.Y-o.Y, d.M-o.M, d.D-o.D)
}

// String writes YYYY-MM-DD.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Y, d.M, d.D) }
