package text

// CitiesByName is the table of CityNames.
var CitiesByName = citiesByName
