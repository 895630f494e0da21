# One event of Eventbrite to one record.

def filled: if . == null or . == "" then null else . end;

# An amount in minor units; null when it is not there.
def amount: .value? // null;

# The price a buyer pays is cost plus fee plus tax, but where the organiser bears
# the fee it is the cost alone. While the fee is not known, no price is given: a
# record without a fee says that none is charged.
def ticket:
  select(.donation != true and .hidden != true)
  | (if .free == true or .include_fee == true then 0
     elif .fee == null then null
     else
       (.fee | amount) as $fee | (.tax | amount // 0) as $tax
       | if $fee == null then null else $fee + $tax end
     end) as $fee
  | {
      name,
      price: (if .free == true then 0 elif $fee == null then null else .cost | amount end),
      fee: $fee,
      currency: (.cost.currency? // null),
      available: ((.on_sale_status // "AVAILABLE") == "AVAILABLE")
    };

{
    id,
    name: .name.text,
    description: ((.full.description? | filled) // (.description.html? | filled)
      // (.description.text? | filled)),
    description_format: "html",
    status,
    is_online: (.online_event == true),
    sold_out: (.ticket_availability.is_sold_out == true),
    starts_at: (.start.utc // .start.local),
    ends_at: (.end.utc // .end.local),
    timezone: .start.timezone,
    images: {banner: (.logo.original.url? // .logo.url? // null)},
    location: (.venue | if . == null then null else {
      name,
      city: (.address.city | filled),
      state: (.address.region | filled | if . != null and length > 3 then . else null end),
      state_abbr: (.address.region | filled | if . != null and length <= 3 then . else null end),
      formatted_address: (.address.localized_address_display | filled),
      latitude, longitude
    } end),
    producer: (.organizer | if . == null then null else {name} end),
    buy_url: .url,
    tickets: [.ticket_classes // [] | .[] | ticket],
    updated_at: .changed
  }
