# One event of Sympla to one record. A member that is null is absent.

def filled: if . == null or . == "" then null else . end;

# Coordinates of events without a place are zeros.
def degrees: if . == null or . == "" or (tostring | test("^-?0*\\.?0*$")) then null else . end;

(.address // {}) as $a
| {
    id: (.reference_id // .id),
    name,
    description: (.detail | filled),
    description_format: "html",
    starts_at: .start_date,
    ends_at: .end_date,
    images: {banner: (.image | filled)},
    location: {
      name: ($a.name | filled),
      city: ($a.city | filled),
      state_abbr: ($a.state | filled),
      formatted_address: ([
        ([$a.address, $a.address_num] | map(filled | values) | join(", ")),
        $a.address_alt, $a.neighborhood, $a.city, $a.state, $a.zip_code
      ] | map(filled | values) | join(", ") | filled),
      latitude: ($a.lat | degrees),
      longitude: ($a.lon | degrees)
    },
    producer: {name: (.host.name | filled)},
    buy_url: (.url | filled)
  }
