# One event of Ticketmaster to one record.

def filled: if . == null or . == "" then null else . end;

# A moment: none while it is to be announced, a day while its time is.
def moment:
  if . == null or .dateTBD == true or .dateTBA == true then null
  elif .noSpecificTime == true or .timeTBA == true then .localDate
  else .dateTime // (if .localTime then "\(.localDate)T\(.localTime)" else .localDate end) end;

# Pictures of the event itself, the widest first.
def pictures: [(.images // [])[] | select(.fallback != true)] | sort_by(-(.width // 0));

._embedded.venues[0]? as $v
| pictures as $pictures
| .dates.status.code as $code
| {
    id,
    name,
    description: ([.info, .pleaseNote] | map(filled | values) | join("\n\n") | filled),
    description_format: "text",
    status: $code,
    starts_at: (.dates.start | moment),
    ends_at: (.dates.end | moment),
    timezone: (.dates.timezone // $v.timezone),
    images: {
      banner: (first($pictures[] | select(.ratio == "16_9")) // $pictures[0] | .url?),
      thumbnail: (first($pictures | reverse[] | select(.ratio == "16_9" and .width >= 300))
        // null | .url?)
    },
    location: ($v | if . == null then null else {
      name: (.name | filled),
      city: (.city.name | filled),
      state: (.state.name | filled),
      state_abbr: (.state.stateCode | filled),
      formatted_address: ([.address.line1, .city.name, .state.stateCode, .postalCode]
        | map(filled | values) | join(", ") | filled),
      latitude: .location.latitude,
      longitude: .location.longitude
    } end),
    producer: {name: (.promoter.name // null)},
    buy_url: .url
  }
