# One item of Directus to one record, by the usual names of members.

# The key of a file, or an object that has it, as an address below /assets.
def asset($origin):
  (if type == "object" and has("id") then .id else . end)
  | if type == "string" and test("^[0-9a-f]{8}-[0-9a-f-]{27}$") and $origin != null then
      "\($origin)/assets/\(.)"
    else . end;

($file | capture("^(?<o>https?://[^/]+)").o // null) as $origin
| (.image, .images, .banner, .photo, .foto, .imagem, .cover, .poster, .picture,
   .thumbnail, .thumb, .miniatura) |= asset($origin)
| usual_record($locale)
