# One event of pretix to one record, or a series to one per date.

# Text per language: the brand's, else English, else the first one.
def local:
  if type == "object" then
    ($locale | ascii_downcase) as $l
    | first((.[$l], .[$l[:2]], .[$l[:2] + "-informal"], .en, .[])
      | select(. != null and . != "")) // null
  else . end;

# The first line of a location is its name.
def place:
  (.location | local // "" | split("\n") | map(gsub("^\\s+|\\s+$"; ""))
    | map(select(. != ""))) as $lines
  | if ($lines | length) == 0 and .geo_lat == null then null else {
      name: $lines[0], formatted_address: ($lines[1:] | join(", ")),
      latitude: .geo_lat, longitude: .geo_lon
    } end;

. as $event
| {
    id: .slug,
    slug,
    name: (.name | local),
    starts_at: .date_from,
    ends_at: .date_to,
    timezone,
    location: place,
    buy_url: .public_url
  } as $record
| if .has_subevents and .dates != null and .dates.next == null
    and (.dates.results | length) > 0 then
    .dates.results[]
    | $record + {
        facts: .,
        id: "\($event.slug)/\(.id)",
        slug: "\($event.slug)-\(.id)",
        name: (.name | local // $record.name),
        starts_at: .date_from,
        ends_at: .date_to,
        location: (place // $record.location),
        buy_url: (.id as $id | $event.public_url
          | if . then "\(rtrimstr("/"))/\($id)/" else null end)
      }
  else $record end
