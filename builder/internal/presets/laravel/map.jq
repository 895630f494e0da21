# One event of a Laravel application to one record, by the usual names of
# members in English and Portuguese.

# The first value that says something.
def pick(f): first(f | select(. != null and . != "")) // null;

# A name, given as text or as an object that has one.
def named: if type == "object" then pick(.name, .nome, .title, .titulo, .label, .venue_name) elif type == "string" then . else null end;

# What applications write for true and false.
def yes: . == true or . == 1 or . == "1" or . == "true";
def no: . == false or . == 0 or . == "0" or . == "false";

# A date, and the time of day that stands beside it.
def at($time):
  if type == "string" and ($time | type) == "string" and ($time | test("^[0-9]{2}:[0-9]{2}"))
    and test("^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}/[0-9]{2}/[0-9]{4})$")
  then "\(.) \($time)" else . end;

# The address of a picture; a path alone leads nowhere.
def picture: (if type == "object" then pick(.url, .src, .original) else . end) | if type == "string" and test("^https?://") then . else null end;

# "Street, 1 - Quarter, São Paulo - SP, 04822-230", as Brazil writes addresses.
def brazilian: (if type == "string" then . else "" end) | capture(", *(?<city>[^,]+?) +- +(?<uf>[A-Z]{2}), *[0-9]{5}-?[0-9]{3}$") // {};

# What a description is when the application does not say: HTML where there is a
# tag or a character reference.
def format: if type == "string" and test("<[a-zA-Z/!]|&#?[a-zA-Z0-9]+;") then "html" else "text" end;

# JSON:API resources hold their members one level down.
(if (.attributes? | type) == "object" then .attributes + {id} else . end)
| select(any(.published, .is_published, .publicado, .active, .is_active, .ativo, .visible; no) | not)
| select(any(.draft, .is_draft, .rascunho, .private, .is_private, .privado; yes) | not)
| pick(.location, .venue, .place, .location_details, .local, .lugar) as $where
| (if ($where | type) == "object" then $where else {} end) as $place
| pick($place.address, $place.endereco, .address, .endereco, .location_address) as $address
| (if ($address | type) == "object" then $address else {} end) as $parts
| pick($place.city, $place.cidade, $parts.city, $parts.cidade, .city, .cidade) as $city
| pick($place.state, $place.state_or_region, $place.estado, $parts.state, $parts.estado, .state, .estado) as $state
| pick($place.formatted_address, $parts.formatted, .formatted_address, (if ($address | type) == "string" then $address else null end)) as $written
| ($written | brazilian) as $read
| pick(.description, .descricao, .body, .content, .details, .detail, .conteudo) as $text
| pick(.producer, .organizer, .organiser, .produtor, .organizador) as $who
| pick(.images, .image, .banner, .photo, .foto, .imagem, .image_url, .banner_url, .cover) as $pictures
| {
    id,
    slug: pick(.slug, .permalink),
    name: pick(.name, .title, .nome, .titulo),
    description: $text,
    description_format: pick(.description_format, ($text | format)),
    status: (pick(.status, .situacao) | named),
    is_online: any(.is_online, .online, .online_event; yes),
    is_closed: any(.is_closed, .closed, .encerrado, .sold_out, .is_sold_out, .esgotado, .cancelled, .canceled, .is_cancelled, .cancelado; yes),
    starts_at: (pick(.start_time, .hora_inicio, .time, .hora) as $time | pick(.starts_at, .start_at, .start_datetime, .start_date, .inicio, .data_inicio, .start, .date, .data) | at($time)),
    ends_at: (pick(.end_time, .hora_fim) as $time | pick(.ends_at, .end_at, .end_datetime, .end_date, .fim, .data_fim, .end) | at($time)),
    timezone: pick(.timezone, .time_zone, .fuso_horario),
    images: {
      banner: ($pictures | (if type == "array" then .[0] elif type == "object" then pick(.banner, .) else . end) | picture),
      thumbnail: (pick($pictures.thumbnail?, .thumbnail, .thumb, .miniatura) | picture)
    },
    location: {
      name: pick($where | named),
      city: pick(($city | named), $read.city),
      state: ($state | named | if . != null and length > 3 then . else null end),
      state_abbr: pick($place.state_abbr, $place.uf, $parts.uf, .state_abbr, .uf,
        (if ($state | type) == "object" then pick($state.abbr, $state.uf, $state.code, $state.sigla) else null end),
        ($state | named | if . != null and length <= 3 then . else null end), $read.uf),
      formatted_address: $written,
      latitude: pick($place.latitude, $place.lat, $parts.latitude, $parts.lat, .latitude, .lat),
      longitude: pick($place.longitude, $place.lng, $place.lon, $place.long, $parts.longitude, $parts.lng, .longitude, .lng, .lon, .long)
    },
    producer: {
      name: ($who | named),
      slug: (if ($who | type) == "object" then $who.slug else null end)
    },
    buy_url: (pick(.buy_url, .ticket_url, .tickets_url, .url_ingresso, .checkout_url, .url, .link) | if type == "string" and test("^https?://") then . else null end),
    updated_at: pick(.updated_at, .updatedAt, .atualizado_em)
  }
