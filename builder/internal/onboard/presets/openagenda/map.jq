# One event of OpenAgenda, in the form of Opendatasoft, to one record.

def filled: if . == null or . == "" then null else . end;

# status and attendancemode are JSON inside a string: {"id": 1, "label": …}.
def coded:
  if type == "string" then (fromjson? // null | .id?) elif type == "object" then .id else . end;

# Text in the brand's language where there is some, else French.
def local($name): (.["\($name)_\($locale[:2])"] | filled) // (.["\($name)_fr"] | filled);

# What a person writes into a field for text, put into HTML.
def escaped: gsub("&"; "&amp;") | gsub("<"; "&lt;") | gsub(">"; "&gt;");

select(local("title") != null)
| (.status | coded) as $status
| (.attendancemode | coded) as $mode
| {
    id: .uid,
    slug: (.slug | filled),
    name: local("title"),
    description: ([
      (local("longdescription")
        // (local("description") | if . then "<p>\(escaped)</p>" else null end)),
      (local("conditions") | if . then "<p>\(escaped)</p>" else null end)
    ] | map(values) | join("\n") | filled),
    description_format: "html",
    is_online: ($mode == 2),
    # 5 is full: the event takes place, and nobody else can come.
    state: ([
        null, "scheduled", "rescheduled", "moved_online", "postponed", "scheduled", "cancelled"
      ] | if ($status | type) == "number" and $status >= 0 then .[$status] else null end),
    sold_out: ($status == 5),
    starts_at: .firstdate_begin,
    ends_at: .lastdate_end,
    images: {
      banner: ((.originalimage | filled) // (.image | filled)), thumbnail: (.thumbnail | filled)
    },
    location: (if (.location_name | filled) == null and (.location_city | filled) == null then null
    else {
      name: (.location_name | filled),
      city: (.location_city | filled),
      state: (.location_region | filled),
      formatted_address: ([
        (.location_address | filled)
          // ([.location_postalcode, .location_city] | map(filled | values) | join(" "))
      ] | map(values) | join(", ") | filled),
      latitude: .location_coordinates.lat,
      longitude: .location_coordinates.lon
    } end),
    producer: (if (.originagenda_title | filled) == null then null
      else {name: .originagenda_title} end),
    buy_url: (.canonicalurl | filled),
    updated_at: (.updatedat | filled)
  }
