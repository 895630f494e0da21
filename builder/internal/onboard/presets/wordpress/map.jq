# One event of The Events Calendar to one record.

def filled: if . == null or . == "" or . == false then null else . end;

# Titles and names are HTML. Character references are resolved in every record.
def plain: if type == "string" then gsub("<[^>]*>"; "") else null end;

# An object, or null where WordPress writes an empty list or false.
def object: if type == "object" then . else null end;

# "2026-05-23 18:00:00" in UTC. The hours of whole days are those of the site.
def moment($utc):
  if . != null and $utc != null then "\($utc | sub(" "; "T"))Z" else . end;

(.venue | object) as $v
| ((.organizer | if type == "array" then .[0] else . end) | object) as $o
| {
    id,
    slug: (.slug | filled),
    name: (.title | plain),
    description: (.description | filled),
    description_format: "html",
    starts_at: ((if .all_day == true then null else .utc_start_date end | filled) as $utc
      | .start_date | moment($utc)),
    ends_at: ((if .all_day == true then null else .utc_end_date end | filled) as $utc
      | .end_date | moment($utc)),
    all_day,
    timezone: (.timezone | filled),
    images: {banner: (.image | object | .url?)},
    location: ($v | if . == null then null else {
      name: (.venue | plain),
      city: (.city | plain | filled),
      state: ((.stateprovince // .state // .province) | plain | filled
        | if . != null and length > 3 then . else null end),
      state_abbr: ((.stateprovince // .state // .province) | plain | filled
        | if . != null and length <= 3 then . else null end),
      formatted_address: ([.address, .city, (.stateprovince // .state // .province), .zip]
        | map(plain | filled | values) | join(", ") | filled),
      latitude: .geo_lat,
      longitude: .geo_lng
    } end),
    producer: ($o | if . == null then null
      else {name: (.organizer | plain), slug: (.slug // null)} end),
    buy_url: ((.website | filled) // .url),
    updated_at: (.modified_utc | filled | if . then "\(sub(" "; "T"))Z" else null end)
  }
