# OpenAgenda, as Opendatasoft publishes it: one event of the data set to one record for each of its
# dates, or to one record with sessions when it has more than six.

def filled: if . == null or . == "" then null else . end;

# registration, timings, status and attendancemode are JSON inside a string.
def inner: if . == null or . == "" then null else fromjson end;

# "" stays away from lists.
def strings_of: map(select(type == "string") | select(. != ""));

# Prices are free text. Two forms are certain: "plein tarif 16 EUR" with its reduced rates, and a
# sentence that begins by saying that the event is free.
def tickets:
  (.conditions_fr // "") as $text
  | [$text | ascii_downcase
      | scan("(plein tarif|tarif réduit|tarif enfant) ([0-9]+) eur")
      | {name: (.[0] | (.[0:1] | ascii_upcase) + .[1:]), price: ((.[1] | tonumber) * 100), fee: 0,
         currency: "EUR", available: true}] as $priced
  | if ($priced | length) > 0 then $priced
    elif ($text | test("^\\s*(gratuit|entrée (libre|gratuite)|accès libre|en accès libre)"; "i"))
    then [{name: "Entrée", price: 0, fee: 0, currency: "EUR", available: true}]
    else [] end;

# The first address that sells or registers; mail addresses and telephones are no pages.
def page:
  ([(.registration | inner) // [] | .[] | select(.type == "link") | .value
    | select(type == "string") | select(test("^https?://"))] | first) // .canonicalurl;

def ages:
  if .age_min == null and (.age_max // 99) == 99 then null
  else
    "\(.age_min // 0)-\(if .age_max == 99 then "" else .age_max // "" end)"
  end;

def description:
  [(.longdescription_fr | filled) // (.description_fr | filled | values | "<p>\(@html)</p>"),
   (.conditions_fr | filled | values | "<p><strong>Conditions :</strong> \(@html)</p>")]
  | strings_of | join("\n");

# Words that the publishers chose, and the programme for the great ones.
def tags:
  [(.keywords_fr // [])[] | select(length <= 40)][0:6]
  + (if (.originagenda_title // "" | startswith("Nuit européenne des musées"))
       then ["Nuit des musées"]
     elif (.originagenda_title // "" | startswith("Tous à l'Opéra")) then ["Opéra"] else [] end);

def record($slug; $id; $starts; $ends):
  {
    id: $id,
    slug: $slug,
    name: .title_fr,
    description: description,
    description_format: "html",
    starts_at: $starts,
    ends_at: $ends,
    timezone: "Europe/Paris",
    is_online: ((.attendancemode | inner | .id) as $mode | $mode == 2 or $mode == 3),
    # 1 scheduled, 2 rescheduled, 3 moved online, 4 postponed, 5 full, 6 cancelled.
    state: ({"2": "rescheduled", "3": "moved_online", "4": "postponed", "6": "cancelled"}
      [.status | inner | .id | tostring] // "scheduled"),
    images: {banner: (.image | filled), thumbnail: (.thumbnail | filled)},
    # "Paris" as a venue is a meeting point that the text names.
    location: (if .location_name == null then null else {
      name: (if .location_name == "Paris" then null else .location_name end),
      city: .location_city,
      state: .location_region,
      formatted_address: .location_address,
      latitude: .location_coordinates.lat,
      longitude: .location_coordinates.lon,
      country: .location_countrycode
    } end),
    producer: (if .originagenda_title == null then null
      else {name: (.originagenda_title | gsub("^[^\\w\\[]+|\\s*: Île-de-France$"; ""))} end),
    tags: tags,
    age: ages,
    buy_url: page,
    tickets: tickets,
    updated_at: .updatedat
  };

. as $event
| ((.timings | inner) // []) as $dates
| if ($dates | length) == 1 or ($dates | length) > 6 then
    record(.slug | gsub("_"; "-"); .uid; $dates[0].begin; $dates[-1].end)
    + {sessions: [$dates[] | {starts_at: .begin, ends_at: .end}]}
  else
    $dates[]
    | . as $date
    | ($date.begin | gsub("[^0-9]"; "")) as $stamp
    | $event
    | record(
        "\(.slug | gsub("_"; "-"))-\($stamp[0:8])-\($stamp[8:12])";
        "\(.uid)-\($stamp[0:12])"; $date.begin; $date.end)
  end
