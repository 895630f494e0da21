# One record of PocketBase to one record, by the usual names of members.

# The name of a file, or the first of several, as an address below /api/files. What is no name of
# a file stays as it is.
def stored($record; $origin):
  (if type == "array" then .[0] else . end)
  | if type == "string" and test("^[^/:]+\\.[A-Za-z0-9]+$") and $origin != null then
      "\($origin)/api/files/\($record.collectionId // $record.collectionName)/\($record.id)/\(.)"
    else . end;

($file | capture("^(?<o>https?://[^/]+)").o // null) as $origin
# Expanded relations stand in the place of their ids; of several the first.
| . + ((.expand // {}) | map_values(if type == "array" then .[0] else . end))
| . as $record
| (.image, .images, .banner, .photo, .foto, .imagem, .cover, .poster, .picture,
   .thumbnail, .thumb, .miniatura) |= stored($record; $origin)
| usual_record($locale)
