# One event of Linked Events to one record.

# Text per language: the brand's, else English, else Finnish, else the first one.
def local:
  if type == "object" then
    first((.[$locale[:2]], .en, .fi, .[]) | select(. != null and . != "")) // null
  else . end;

.location as $place
| {
    id,
    name: (.name | local),
    description: ((.description | local) // (.short_description | local)),
    description_format: "html",
    status: (.event_status // null),
    is_online: (($place.id? // "") | endswith(":internet")),
    starts_at: .start_time,
    ends_at: .end_time,
    images: {banner: (.images[0].url? // null)},
    location: ($place | if . == null or .name == null then null else {
      name: (.name | local),
      city: (.address_locality | local),
      formatted_address: ([(.street_address | local), .postal_code, (.address_locality | local)]
        | map(select(. != null and . != "")) | join(", ") | if . == "" then null else . end),
      latitude: .position.coordinates[1]?,
      longitude: .position.coordinates[0]?
    } end),
    producer: (.provider | local | if . == null then null else {name: .} end),
    buy_url: ((first((.offers // [])[] | .info_url | local | values) // null)
      // (.info_url | local)),
    updated_at: .last_modified_time
  }
