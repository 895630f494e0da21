# Makes an entry of edits.yaml from a row of the sheet of edits. A column has the name of a key of
# an entry, or of a member of a record: name, location.city. A cell with a list or an object is
# JSON, null takes the member away. Blank cells, and boxes that are not ticked, say nothing; a row
# that changes nothing is no entry. A document without a column for the event is no sheet of edits.
def value: . as $text | if test("^([\\[{]|null$)") then try fromjson catch $text else $text end;
def box: ascii_downcase as $text | {"true": "yes", "x": "yes", "false": null, "no": null} as $is
  | if $is | has($text) then $is[$text] else $text end;
if .row == null then error("this is no table: edits are of kind csv")
elif [.row | keys[] | ascii_downcase] | any(IN("event", "id", "slug")) then .
else error("no column is called event, id or slug") end
| reduce (.row | to_entries[] | .key |= ascii_downcase | .value |= gsub("^\\s+|\\s+$"; "")
    | select(.value != "")
    | if .key == "hide" or .key == "pin" then .value |= box | select(.value)
      elif .key == "note" then .value |= gsub("\\s+"; " ")
      else .value |= value end) as $cell ({}; setpath($cell.key / "."; $cell.value))
| .event = (.event // .id // .slug) | del(.id, .slug)
| select(del(.event, .until, .note) != {})
| if .event == null then del(.event) else . end
