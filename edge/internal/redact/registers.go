package redact

// isCPF reports whether digits in these groups are a CPF, a number of the register of persons:
// written as ###.###.###-##; or in one piece, or with only the hyphen, and with valid check digits.
func isCPF(digits []byte, g []digitGroup) bool {
	if len(digits) != 11 {
		return false
	}
	switch len(g) {
	case 1:
	case 2:
		if g[1].end-g[1].start != 2 || g[1].sep != '-' {
			return false
		}
	case 4:
		for i := range 3 {
			if g[i].end-g[i].start != 3 {
				return false
			}
		}
		if g[1].sep == '.' && g[2].sep == '.' && g[3].sep == '-' {
			return true
		}
	default:
		return false
	}
	same := true
	for _, c := range digits {
		same = same && c == digits[0]
	}
	return !same && digits[9] == checkCPF(digits[:9]) && digits[10] == checkCPF(digits[:10])
}

// checkCPF returns the check digit after digits: the sum of each digit times its distance from the
// check digit plus one, modulo 11.
func checkCPF(digits []byte) byte {
	sum := 0
	for i, c := range digits {
		sum += int(c-'0') * (len(digits) + 1 - i)
	}
	return '0' + byte(sum*10%11%10)
}

// The forms of a CNPJ: A is a digit or a letter, # a digit.
var cnpjForms = [...]string{"AA.AAA.AAA/AAAA-##", "AAAAAAAA/AAAA-##", "AAAAAAAAAAAA-##",
	"AAAAAAAAAAAA##"}

// matchCNPJ finds a CNPJ, the number of an organisation, that begins at the i-th byte, and returns
// its end, 0 for none. The first form needs no valid check digits, and its letters may be lower
// case.
func (r *detector) matchCNPJ(i int) (end int) {
forms:
	for n, form := range cnpjForms {
		var chars [14]byte
		count, hasDigit := 0, false
		for k := range len(form) {
			c := r.byteAt(i + k)
			isCapital := 'A' <= c && c <= 'Z' || n == 0 && 'a' <= c && c <= 'z'
			switch form[k] {
			case 'A':
				if !isDigit(c) && !isCapital {
					continue forms
				}
				hasDigit = hasDigit || isDigit(c)
			case '#':
				if !isDigit(c) {
					continue forms
				}
			default:
				if c != form[k] {
					continue forms
				}
				continue
			}
			chars[count] = c
			count++
		}
		end = i + len(form)
		if isAlnum(r.byteAt(end)) {
			continue
		}
		if n == 0 || hasDigit && chars[12] == checkCNPJ(chars[:12]) &&
			chars[13] == checkCNPJ(chars[:13]) {
			return end
		}
	}
	return 0
}

// checkCNPJ returns the check digit after chars. Each character counts as its distance from '0' in
// ASCII, times a weight of 2 to 9 from the right, starting again at 2; the sum is taken modulo 11.
func checkCNPJ(chars []byte) byte {
	sum := 0
	for i := range chars {
		sum += int(chars[len(chars)-1-i]-'0') * (2 + i%8)
	}
	if sum %= 11; sum < 2 {
		return '0'
	}
	return '0' + byte(11-sum)
}
