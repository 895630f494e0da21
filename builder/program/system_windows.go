package program

// The build stops here, with this sentence, before the errors of every package that needs Unix.
import _ "cartaz/runs-on-Linux-and-macOS-only--on-Windows-use-WSL"
