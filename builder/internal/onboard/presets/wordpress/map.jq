# One event of The Events Calendar to one record.

def filled: if . == null or . == "" or . == false then null else . end;

# Titles and names are HTML. Character references are resolved in one go, so that
# what was escaped twice stays escaped once.
def letters: {
  amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…",
  lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»", ordf: "ª", ordm: "º",
  aacute: "á", Aacute: "Á", agrave: "à", Agrave: "À", acirc: "â", Acirc: "Â", atilde: "ã",
  Atilde: "Ã", auml: "ä", Auml: "Ä", ccedil: "ç", Ccedil: "Ç", eacute: "é", Eacute: "É",
  egrave: "è", Egrave: "È", ecirc: "ê", Ecirc: "Ê", euml: "ë", iacute: "í", Iacute: "Í", icirc: "î",
  iuml: "ï", ntilde: "ñ", Ntilde: "Ñ", oacute: "ó", Oacute: "Ó", ocirc: "ô", Ocirc: "Ô",
  otilde: "õ", Otilde: "Õ", ouml: "ö", Ouml: "Ö", szlig: "ß", uacute: "ú", Uacute: "Ú", ucirc: "û",
  uuml: "ü", Uuml: "Ü", euro: "€"
};
def plain:
  if type == "string" then
    gsub("<[^>]*>"; "")
    | gsub("&(?:#(?<n>[0-9]{1,6})|(?<name>[A-Za-z]+));";
        if .n != null then
          [.n | tonumber | if . > 31 and (. < 55296 or . > 57343) then . else 32 end] | implode
        else .name as $name | letters[$name] // "&\($name);" end)
  else null end;

# An object, or null where WordPress writes an empty list or false.
def object: if type == "object" then . else null end;

# "2026-05-23 18:00:00" in UTC. Whole days are days, not moments.
def moment($utc):
  if . == null then null elif $utc != null then "\($utc | sub(" "; "T"))Z" else . end;

(.venue | object) as $v
| ((.organizer | if type == "array" then .[0] else . end) | object) as $o
| {
    id,
    slug: (.slug | filled),
    name: (.title | plain),
    description: (.description | filled),
    description_format: "html",
    starts_at: (if .all_day == true then .start_date[:10]
      else .utc_start_date as $utc | .start_date | moment($utc | filled) end),
    ends_at: (if .all_day == true then .end_date[:10]
      else .utc_end_date as $utc | .end_date | moment($utc | filled) end),
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
