package program

import (
	"flag"
	"time"
)

// Flag declares a flag whose value goes to a place: a pointer, or a function that reads it. A
// pointer has the default if value is "".
func Flag(flags *flag.FlagSet, name, value, help string, place any) {
	switch to := place.(type) {
	case *string:
		flags.StringVar(to, name, *to, help)
	case *bool:
		flags.BoolVar(to, name, *to, help)
	case *int:
		flags.IntVar(to, name, *to, help)
	case *time.Duration:
		flags.DurationVar(to, name, *to, help)
	case func(string) error:
		flags.Func(name, help, to)
	}
	if f := flags.Lookup(name); value != "" {
		_ = f.Value.Set(value) // tests compare the help of all flags
		f.DefValue = f.Value.String()
	}
}
