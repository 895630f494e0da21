# Virada Cultural 2026: one event of events.json to one record.

# "" is how the source writes "none".
def filled: if . == null or . == "" then null else . end;

# DD/MM/YYYY to YYYY-MM-DD.
def day: strptime("%d/%m/%Y") | strftime("%Y-%m-%d");
def next_day: strptime("%d/%m/%Y") | mktime + 86400 | strftime("%Y-%m-%d");

# Minutes since the first minute of the day.
def minutes: split(":") | (.[0] | tonumber) * 60 + (.[1] | tonumber);

# The start is data_inicio and hora_inicio. inicio_iso_original says 2025 for
# three events, against both data_inicio and inicio_iso_utc, and lacks the
# seconds in 235; all three fields agree on everything else. Local time of São
# Paulo, as the brand's zone says.
def starts: "\(.data_inicio | day)T\(.hora_inicio):00";

# The end is data_fim and hora_fim, which agree with fim_iso_original. Where that
# does not lie after the start:
#   - 167 events "end" at 00:00 of the date they start on. A show that starts at
#     one in the morning does not last 23 hours: 00:00 is what the source writes
#     when it knows no end. Only from 18:00 on can it mean the midnight that
#     follows, as nearly no other event is longer than six hours: those end at the
#     start of the next day, the others have no end. A place to eat is open until then.
#   - 9 events end when they start and 3 on the day before: they have no end.
def ends:
  if .data_fim == .data_inicio and .hora_fim == "00:00" then
    if (.hora_inicio | minutes) >= 18 * 60 or .categoria == "Gastronomia"
    then "\(.data_fim | next_day)T00:00:00" else null end
  else
    "\(.data_fim | day)T\(.hora_fim):00" as $until
    | if $until > starts then $until else null end
  end;

{
  # There is no number: the slug is what stays the same from one pull to the next.
  id: .slug,
  # As given. Seven are no slugs ("…(1)", "… (3)", "…_com-…"): the builder mends them.
  slug: .slug,
  name: .nome,
  description: ([(.descricao | filled), "Programação: \(.categoria)"] | map(values) | join("\n\n")),
  description_format: "text",
  starts_at: starts,
  ends_at: ends,
  timezone: "America/Sao_Paulo",
  is_online: false,
  is_closed: false,
  images: {banner: (.foto | filled)},
  location: {
    name: (.local | filled),
    # The whole programme is in one city; the source has it inside the address only.
    city: "São Paulo",
    state: "São Paulo",
    state_abbr: "SP",
    formatted_address: (.endereco | filled),
    latitude: .latitude,
    longitude: .longitude,
    country: "BR"
  },
  # Part of the programme: a stage, a circuit or a kind of show.
  tags: [.categoria | filled | values],
  # The official page; seven events have none.
  buy_url: (.url_oficial | filled),
  # The programme is free as a whole. In Gastronomia only the door is.
  tickets: (if .categoria == "Gastronomia" then []
    else [{name: "Entrada", price: 0, fee: 0, currency: "BRL", available: true}] end)
}
