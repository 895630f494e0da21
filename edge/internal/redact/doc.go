// Package redact makes texts of requests fit for a log. Text that looks like an e-mail address, a
// phone number, a CPF or a CNPJ becomes "[email]", "[phone]", "[cpf]" or "[cnpj]". People paste
// such things into a search box, and logs are stored.
//
// # What is found
//
// Texts are read with their percent escapes undone, also nested escapes, and in a query with "+" as
// a blank. These are found:
//
//   - e-mail addresses: a local part, "@", and a domain with a dot
//   - phone numbers with "+" or "00" and a country code: 8 to 15 digits (ITU-T E.164)
//   - Brazilian phone numbers with an existing area code, with or without 55 or 0:
//     mobile numbers in any writing, fixed ones unless they are ten digits in a
//     row; and mobile numbers without an area code as 9dddd-dddd
//   - CPF: ###.###.###-##, and eleven digits with valid check digits
//   - CNPJ: AA.AAA.AAA/AAAA-## with digits or letters, and fourteen digits or
//     capitals with valid check digits (Instrução Normativa RFB 2.229 of 2024)
//
// Dates, years, times, prices, coordinates, versions, time stamps and most ids stay readable. Ten
// digits in a row stay too, because they are more often an id or a time stamp than a fixed phone
// number. Of other numbers with eleven digits, one in a hundred is mistaken for a CPF, and all that
// begin like a mobile number are mistaken for one.
//
// The work is linear in the length of the text, which is cut to the limit first.
package redact
