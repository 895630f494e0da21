# One event of Mobilizon to one record.

def filled: if . == null or . == "" then null else . end;

.physicalAddress as $a
| (($a.geom // "") | split(";")) as $geom
| {
    id: .uuid,
    name: .title,
    description: (.description | filled),
    description_format: "html",
    status: (.status | filled | if . then ascii_downcase else null end),
    is_online: (.options.isOnline? == true),
    starts_at: .beginsOn,
    ends_at: .endsOn,
    timezone: (.options.timezone? // $a.timezone?),
    images: {banner: (.picture.url? // null)},
    location: ($a | if . == null then null else {
      name: (.description | filled),
      city: (.locality | filled),
      state: (.region | filled),
      formatted_address: ([.street, .locality, .region, .postalCode, .country]
        | map(filled | values) | join(", ") | filled),
      latitude: ($geom[1] // null),
      longitude: (if ($geom | length) == 2 then $geom[0] else null end)
    } end),
    producer: ((.attributedTo
        // (if .options.hideOrganizerWhenGroupEvent? == true then null else .organizerActor end))
      | if . == null then null else {
          name: ((.name | filled) // .preferredUsername), slug: .preferredUsername
        } end),
    buy_url: ((.onlineAddress | filled) // .url),
    updated_at: .updatedAt
  }
