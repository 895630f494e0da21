# The record of an event by the usual names of members, in English and Portuguese. Presets of
# backends in which every application names its own members include it.

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

# What says that an event can be seen is no label for people.
def shown:
  if type == "string"
    and (ascii_downcase | . == "published" or . == "publish" or . == "publicado")
  then null else . end;

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

def usual:
  # JSON:API resources hold their members one level down.
  (if (.attributes? | type) == "object" then .attributes + {id} else . end)
  | post
  | select(any(.published, .is_published, .publicado, .active, .is_active, .ativo, .visible; no)
      | not)
  | select(any(.draft, .is_draft, .rascunho, .private, .is_private, .privado; yes) | not)
  | pick(.location, .venue, .place, .location_details, .local, .lugar) as $where
  | (if ($where | type) == "object" then $where else {} end) as $place
  | pick($place.address, $place.endereco, .address, .endereco, .location_address) as $address
  | (if ($address | type) == "object" then $address else {} end) as $parts
  | pick($place.city, $place.cidade, $parts.city, $parts.cidade, .city, .cidade) as $city
  | pick($place.state, $place.state_or_region, $place.estado, $parts.state, $parts.estado,
      (.state | if event_state then null else . end), .estado) as $state
  | pick($place.formatted_address, $parts.formatted, .formatted_address,
      (if ($address | type) == "string" then $address else null end)) as $written
  | ($written | brazilian) as $read
  | (pick(.description, .descricao, .body, .content, .details, .detail, .conteudo, .excerpt)
      | textual) as $text
  | pick(.producer, .organizer, .organiser, .produtor, .organizador) as $who
  | pick(.images, .image, .banner, .photo, .foto, .imagem, .image_url, .banner_url, .cover,
      .poster, .picture, .imageUrl) as $pictures
  | {
      id: pick(.id, .uuid, .pk),
      slug: pick(.slug, .permalink),
      name: (pick(.name, .title, .nome, .titulo) | plain),
      description: $text,
      description_format: pick(.description_format, ($text | format)),
      status: (pick(.status, .situacao) | named | shown),
      state: pick(
        (.event_state, .eventState, .event_status, .eventStatus | event_state),
        (if any(.cancelled, .canceled, .is_cancelled, .is_canceled, .isCancelled, .isCanceled,
              .cancelado, .cancelada; yes)
            or any(.cancelled_at, .canceled_at, .cancelledAt, .canceledAt, .cancelado_em;
              type == "number" or type == "string" and . != "")
          then "cancelled" else null end),
        (if any(.postponed, .is_postponed, .isPostponed, .adiado, .adiada; yes)
          then "postponed" else null end),
        (.state | event_state)),
      is_online: any(.is_online, .online, .online_event, .isOnline; yes),
      is_closed: any(.is_closed, .closed, .encerrado, .sold_out, .is_sold_out, .esgotado; yes),
      starts_at: (pick(.start_time, .hora_inicio, .time, .hora) as $time
        | pick(.starts_at, .start_at, .start_datetime, .start_date, .inicio, .data_inicio, .start,
            .startsAt, .startAt, .startDate, .startDateTime, .starts, .begins_at, .beginsAt,
            .date_start, .event_date, (.start_time | dated), (.startTime | dated), .date, .data)
        | at($time)),
      ends_at: (pick(.end_time, .hora_fim) as $time
        | pick(.ends_at, .end_at, .end_datetime, .end_date, .fim, .data_fim, .end, .endsAt,
            .endAt, .endDate, .endDateTime, .ends, .date_end, (.end_time | dated),
            (.endTime | dated))
        | at($time)),
      previous_starts_at: pick(.previous_starts_at, .previous_start_date, .previousStartDate),
      timezone: pick(.timezone, .time_zone, .timeZone, .fuso_horario),
      images: {
        banner: ($pictures
          | (if type == "array" then .[0] elif type == "object" then pick(.banner, .) else . end)
          | picture),
        thumbnail: (pick($pictures.thumbnail?, .thumbnail, .thumb, .miniatura) | picture)
      },
      location: {
        name: pick($where | named),
        city: pick(($city | named), $read.city),
        state: ($state | named | if . != null and length > 3 then . else null end),
        state_abbr: pick($place.state_abbr, $place.uf, $parts.uf, .state_abbr, .uf,
          (if ($state | type) == "object"
            then pick($state.abbr, $state.uf, $state.code, $state.sigla) else null end),
          ($state | named | if . != null and length <= 3 then . else null end), $read.uf),
        formatted_address: $written,
        latitude: pick($place.latitude, $place.lat, $parts.latitude, $parts.lat, .latitude, .lat),
        longitude: pick($place.longitude, $place.lng, $place.lon, $place.long, $parts.longitude,
          $parts.lng, .longitude, .lng, .lon, .long)
      },
      producer: {
        name: ($who | named),
        slug: (if ($who | type) == "object" then $who.slug else null end)
      },
      buy_url: (pick(.buy_url, .ticket_url, .tickets_url, .ticketUrl, .ticketsUrl, .url_ingresso,
          .checkout_url, .url, .link)
        | if type == "string" and test("^https?://") then . else null end),
      updated_at: pick(.updated_at, .updatedAt, .atualizado_em, .updated, .date_updated,
        .modified_at, .modified, .last_modified)
    };
