# The record of an event by the usual names of members, which are those of
# builder/internal/upstream/adapt/names.txt: usual_record($locale) makes it. Presets of backends in
# which every application names its own members include it.

# A post of WordPress: its date is that of its writing, and fields of its own stand below acf.
def post:
  if has("date_gmt") and (.title | type) == "object" then
    del(.date, .date_gmt, .type, .format)
    + {updated_at: (if .modified_gmt then "\(.modified_gmt)Z" else null end)}
    + (if (.acf | type) == "object" then .acf else {} end)
  else . end;

def usual: post | usual_record($locale);
