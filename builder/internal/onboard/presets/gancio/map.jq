# One event of Gancio, with its detail, to one record.

# "Street, 1 - Quarter, São Paulo - SP, 04822-230", as Brazil writes addresses.
def brazilian:
  capture(", *(?<city>[^,]+?) +- +(?<state_abbr>[A-Z]{2}), *[0-9]{5}-?[0-9]{3}$") // {};

($file | capture("^(?<o>https?://[^/]+)").o // null) as $origin
| (.detail // {}) as $detail
| ((.place.address // "") | brazilian) as $where
| {
    id,
    slug,
    name: .title,
    description: $detail.description,
    description_format: "html",
    starts_at: .start_datetime,
    ends_at: .end_datetime,
    is_online: (((.online_locations // []) | length) > 0 and ((.place.address // "") == "")),
    images: {
      banner: (.media[0].url? // null
        | if . != null and $origin != null then "\($origin)/media/\(.)" else null end)
    },
    location: (.place | if . == null then null else {
      name, city: $where.city, state_abbr: $where.state_abbr, formatted_address: .address,
      latitude, longitude
    } end),
    buy_url: (if $origin != null then "\($origin)/event/\(.slug)" else null end),
    updated_at: .updatedAt
  }
