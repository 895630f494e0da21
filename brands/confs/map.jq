# confs.tech: one entry of conferences/<year>/<topic>.json to one record.

def topics: {
  accessibility: "Accessibility", android: "Android", api: "APIs", cfml: "CFML", clojure: "Clojure",
  cpp: "C++", css: "CSS", data: "Data", devops: "DevOps", dotnet: ".NET", elixir: "Elixir",
  elm: "Elm", general: "General", golang: "Go (Golang)", graphql: "GraphQL", groovy: "Groovy",
  haskell: "Haskell", identity: "Identity", ios: "iOS", iot: "Internet of things", java: "Java",
  javascript: "JavaScript", kotlin: "Kotlin", leadership: "Leadership", networking: "Networking",
  opensource: "Open source", performance: "Performance", php: "PHP", product: "Product",
  python: "Python", ruby: "Ruby", rust: "Rust", scala: "Scala", security: "Security",
  sre: "Site reliability (SRE)", "tech-comm": "Technical communication", testing: "Testing",
  typescript: "TypeScript", ux: "User experience (UX)"
};

def languages: {
  AR: "Arabic", BG: "Bulgarian", CS: "Czech", DE: "German", EL: "Greek", EN: "English",
  ES: "Spanish", FR: "French", GL: "Galician", HE: "Hebrew", HI: "Hindi", HR: "Croatian",
  HY: "Armenian", IT: "Italian", JA: "Japanese", JP: "Japanese", KO: "Korean", NL: "Dutch",
  PL: "Polish", PT: "Portuguese", RU: "Russian", SK: "Slovak", SL: "Slovenian", SV: "Swedish",
  TH: "Thai", TR: "Turkish", UK: "Ukrainian", ZH: "Chinese"
};

def us_states: {
  AL: "Alabama", AK: "Alaska", AZ: "Arizona", AR: "Arkansas", CA: "California", CO: "Colorado",
  CT: "Connecticut", DC: "District of Columbia", DE: "Delaware", FL: "Florida", GA: "Georgia",
  HI: "Hawaii", IA: "Iowa", ID: "Idaho", IL: "Illinois", IN: "Indiana", KS: "Kansas",
  KY: "Kentucky", LA: "Louisiana", MA: "Massachusetts", MD: "Maryland", ME: "Maine", MI: "Michigan",
  MN: "Minnesota", MO: "Missouri", MS: "Mississippi", MT: "Montana", NC: "North Carolina",
  ND: "North Dakota", NE: "Nebraska", NH: "New Hampshire", NJ: "New Jersey", NM: "New Mexico",
  NV: "Nevada", NY: "New York", OH: "Ohio", OK: "Oklahoma", OR: "Oregon", PA: "Pennsylvania",
  RI: "Rhode Island", SC: "South Carolina", SD: "South Dakota", TN: "Tennessee", TX: "Texas",
  UT: "Utah", VA: "Virginia", VT: "Vermont", WA: "Washington", WI: "Wisconsin", WV: "West Virginia",
  WY: "Wyoming"
};

def trimmed: gsub("^\\s+|\\s+$"; "");

# An address that can be followed, else null. A few lack their scheme or hold a
# space; a few are no address at all ("UA", "In signup and event day page").
def address:
  if . == null then null
  else
    trimmed | gsub(" "; "%20")
    | if test("^https?://[^<>\\s]+$") then .
      elif test("^[A-Za-z0-9.-]+\\.[A-Za-z]{2,}/[^<>\\s]*$") then "https://" + .
      else null end
  end;

# "2026-02-18" to "18 February 2026".
def long_day:
  [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December"
  ] as $months
  | split("-") | "\(.[2] | tonumber) \($months[(.[1] | tonumber) - 1]) \(.[0])";

# A handle as the text of a link: underscores would make it slanted.
def handle: gsub("_"; "\\_");

# What letters become in a slug; what is neither here nor ASCII becomes a hyphen.
def plain_letters: {
  "á": "a", "à": "a", "â": "a", "ã": "a", "ä": "a", "å": "a", "æ": "ae", "ç": "c", "ć": "c",
  "č": "c", "é": "e", "è": "e", "ê": "e", "ë": "e", "ę": "e", "í": "i", "î": "i", "ï": "i",
  "ł": "l", "ñ": "n", "ń": "n", "ó": "o", "ô": "o", "õ": "o", "ö": "o", "ø": "o", "ř": "r",
  "ś": "s", "š": "s", "ß": "ss", "ú": "u", "û": "u", "ü": "u", "ý": "y", "ż": "z", "ź": "z",
  "ž": "z", "Á": "a", "Ä": "a", "Å": "a", "Ç": "c", "É": "e", "Ł": "l", "Ö": "o", "Ø": "o",
  "Ś": "s", "Š": "s", "Ü": "u", "Ž": "z", "’": "", "'": ""
};
def slugged:
  [split("")[] | plain_letters[.] // .] | join("")
  | ascii_downcase | gsub("[^a-z0-9]+"; "-") | gsub("^-+|-+$"; "");

# "St. Petersburg, FL" in the U.S.A. is a city and the abbreviation of a state;
# "Sitges, Barcelona" elsewhere is a city and a region.
def place:
  if .city == null then null
  else
    (.city | split(", ")) as $parts
    | (if .country == "U.S.A." then us_states[$parts[1] // ""] else null end) as $state
    | {
        city: $parts[0],
        state: ($state // $parts[1]),
        state_abbr: (if $state then $parts[1] else null end),
        country,
        formatted_address: ([.city, .country] | map(values) | join(", "))
      }
  end;

# Every line says what it is, because lines of the other entries of the same
# conference come after these when they are joined.
def description($topic):
  [
    (.cfpUrl | address | values | "[Call for papers](<\(.)>)") as $cfp
    | if .cfpEndDate then "\($cfp), until \(.cfpEndDate | long_day)" else $cfp end
  ] + [
    (.cocUrl | address | values | "[Code of conduct](<\(.)>)"),
    (.locales | values | [split(",")[] | trimmed | languages[.] // .] | join(", ")
      | "Languages: \(.)"),
    (.offersSignLanguageOrCC | select(. == true) | "With sign language or captions"),
    (.mastodon | values | select(test("^@[A-Za-z0-9_.-]+@[A-Za-z0-9.-]+$"))
      | split("@") as $parts | "Mastodon: [\(handle)](<https://\($parts[2])/@\($parts[1])>)"),
    (.bluesky | values | ltrimstr("@") | select(test("^[A-Za-z0-9.-]+$"))
      | "Bluesky: [@\(.)](<https://bsky.app/profile/\(.)>)"),
    (.twitter | values | ltrimstr("@") | select(test("^[A-Za-z0-9_]+$"))
      | "X: [@\(handle)](<https://x.com/\(.)>)"),
    "Topic: \(topics[$topic] // $topic)"
  ]
  | map("- " + .) | join("\n");

($file | capture("(?<topic>[^/]+)\\.json$").topic) as $topic
| (.name | trimmed) as $name
| place as $place
| {
    # One conference has one name, first day and city; the city tells apart what
    # one series holds in several places on one day.
    id: "\($name)|\(.startDate)|\(.city // "online")",
    slug: ([
      $name,
      (($place.city // empty), .startDate[:4]
        | select(. as $part | $name | contains($part) | not))
    ] | join(" ") | slugged),
    name: $name,
    description: description($topic),
    description_format: "markdown",
    starts_at: .startDate,
    ends_at: (if .endDate == .startDate then null else .endDate end),
    is_online: (.online == true),
    is_closed: false,
    location: $place,
    tags: [topics[$topic] // $topic],
    buy_url: (.url | address),
    cfp_url: (.cfpUrl | address),
    cfp_until: .cfpEndDate
  }
