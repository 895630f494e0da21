# The record of an event by the usual names of members, which are those of
# builder/internal/upstream/adapt/names.txt: usual_members($locale) finds them. Presets of backends
# in which every application names its own members include it.

# The first value that says something.
def pick(f): first(f | select(. != null and . != "")) // null;

# A name, given as text or as an object that has one.
def named:
  if type == "object" then pick(.name, .nome, .title, .titulo, .label, .venue_name)
  elif type == "string" then . else null end;

# What applications write for true and false.
def yes: . == true or . == 1 or . == "1" or . == "true";
def no: . == false or . == 0 or . == "0" or . == "false";

# A date, and the time of day that stands beside it.
def at($time):
  if type == "string" and ($time | type) == "string" and ($time | test("^[0-9]{2}:[0-9]{2}"))
    and test("^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}/[0-9]{2}/[0-9]{4})$")
  then "\(.) \($time)" else . end;

# The address of a picture; a path alone leads nowhere.
def picture:
  (if type == "object" then pick(.url, .src, .original) else . end)
  | if type == "string" and test("^https?://") then . else null end;

# "Street, 1 - Quarter, São Paulo - SP, 04822-230", as Brazil writes addresses.
def brazilian:
  (if type == "string" then . else "" end)
  | capture(", *(?<city>[^,]+?) +- +(?<uf>[A-Z]{2}), *[0-9]{5}-?[0-9]{3}$") // {};

# What a description is when the application does not say: HTML where there is a
# tag or a character reference.
def format:
  if type == "string" and test("<[a-zA-Z/!]|&#?[a-zA-Z0-9]+;") then "html" else "text" end;

# The text of an object that holds it, as WordPress has titles, or as it is.
def textual: if type == "object" then pick(.rendered, .html, .text, .plain?) else . end;

# One text in place of another, in linear time, which gsub does not take.
def swap($text; $by): split($text) | join($by);

# Text without the tags and character references of HTML, as names are.
def plain:
  if type == "object" and (.rendered? | type) == "string" then
    .rendered
    | gsub("<[^>]*>"; "")
    | gsub("&#(?<n>[0-9]{1,5});";
        .n | tonumber | if . > 31 and . < 55296 then [.] | implode else " " end)
    | swap("&quot;"; "\"") | swap("&lt;"; "<") | swap("&gt;"; ">")
    | swap("&nbsp;"; " ") | swap("&amp;"; "&")
  else textual end;

# A value only where it is a date with its year, not a time of day alone.
def dated:
  if type == "string" and (test("^[0-9]{4}-[0-9]{2}") or test("^[0-9]{2}/[0-9]{2}/[0-9]{4}"))
    or type == "number"
  then . else null end;

# What a member says of the event itself, in words of records, of schema.org or of applications;
# null for any other value. A status is a label and none of these members.
def event_state:
  if type == "string" then
    (ascii_downcase | ltrimstr("https://schema.org/") | ltrimstr("http://schema.org/")
      | ltrimstr("event") | ltrimstr("_") | swap("-"; "_")) as $word
    | {
        scheduled: "scheduled",
        cancelled: "cancelled", canceled: "cancelled",
        cancelado: "cancelled", cancelada: "cancelled",
        postponed: "postponed", adiado: "postponed", adiada: "postponed",
        rescheduled: "rescheduled", remarcado: "rescheduled", remarcada: "rescheduled",
        moved_online: "moved_online", movedonline: "moved_online"
      }
    | .[$word]
  else null end;

# A post of WordPress: its date is that of its writing, and fields of its own stand below acf.
def post:
  if has("date_gmt") and (.title | type) == "object" then
    del(.date, .type, .format)
    + {updated_at: (if .modified_gmt then "\(.modified_gmt)Z" else null end)}
    + (if (.acf | type) == "object" then .acf else {} end)
  else . end;

# A word of the way that a text goes in an editorial office, which is no label and no region.
def editorial:
  type == "string" and (ascii_downcase | . as $w
    | any("published", "publish", "publicado", "confirmed", "accepted", "active", "live", "normal",
        "draft", "tentative", "available", "open"; . == $w));

# Labels in any of the usual forms, as a list.
def labels:
  if type == "string" then split(",") elif type == "array" then .
  elif . == null then [] else [.] end
  | map(named | strings | sub("^\\s+"; "") | sub("\\s+$"; "") | select(. != ""));

def usual:
  post
  | usual_members($locale) as $m
  | select(any($m.visible[]?; no) | not)
  | select(any($m.hidden[]?; yes) | not)
  | $m.location as $place
  | ($place.formatted_address | if type == "string" then . else null end) as $written
  | ($written | brazilian) as $read
  | pick($place.state, ($m.state | if event_state or editorial then null else . end)) as $state
  | ($m.description | textual) as $text
  | $m.images as $pictures
  | {
      id: pick($m.id, $m.slug, ($m.buy_url | strings)),
      slug: $m.slug,
      name: ($m.name | plain),
      description: $text,
      description_format: pick(.description_format?, ($text | format)),
      status: ($m.status | named | if editorial then null else . end),
      state: pick(
        ($m.event_state | event_state),
        (if any($m.cancelled[]?; yes or type == "number" and . > 1
            or type == "string" and test("^[0-9]{4}-"))
          then "cancelled" else null end),
        (if any($m.postponed[]?; yes) then "postponed" else null end),
        ($m.state | event_state)),
      is_online: ($m.is_online | yes),
      is_closed: any($m.is_closed[]?; yes),
      starts_at: (pick($m.starts_at, ($m.start_time | dated)) | at($m.start_time)),
      ends_at: (pick($m.ends_at, ($m.end_time | dated)) | at($m.end_time)),
      previous_starts_at: $m.previous_starts_at,
      timezone: ($m.timezone | strings // null),
      tags: ($m.tags | labels),
      images: {
        banner: (pick($pictures.banner)
          | (if type == "array" then .[0] elif type == "object" then pick(.banner, .) else . end)
          | picture),
        thumbnail: (pick($pictures.banner.thumbnail?, $pictures.thumbnail) | picture)
      },
      location: {
        name: ($place.name | named),
        city: pick(($place.city | named), $read.city),
        state: ($state | named | if . != null and length > 3 then . else null end),
        state_abbr: pick($place.state_abbr,
          ($state | named | if . != null and length <= 3 then . else null end), $read.uf),
        country: ($place.country | named),
        formatted_address: $written,
        latitude: $place.latitude,
        longitude: $place.longitude
      },
      producer: {
        name: ($m["producer.name"] | named),
        slug: ($m["producer.name"] | if type == "object" then .slug else null end)
      },
      buy_url: ($m.buy_url | if type == "string" and test("^https?://") then . else null end),
      updated_at: $m.updated_at
    };
