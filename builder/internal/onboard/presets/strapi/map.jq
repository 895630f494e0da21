# One entry of Strapi 4 or 5 to one record, by the usual names of members.

# Relations and media of Strapi 4 without the objects around them.
def flat:
  walk(
    if type != "object" then .
    elif (.attributes | type) == "object" then .attributes + {id}
    elif keys == ["data"] then .data
    else . end);

# The text of blocks: one paragraph for each.
def blocks:
  if type == "array" then
    map([.. | objects | .text? | strings] | join("")) | map(select(. != "")) | join("\n\n")
  else . end;

# A path of the media library, whole.
def absolute($origin):
  if type == "string" and startswith("/") and $origin != null then $origin + . else . end;
def media($origin):
  (if type == "array" then .[0] else . end)
  | if type == "object" then .url |= absolute($origin) else absolute($origin) end;

($file | capture("^(?<o>https?://[^/]+)").o // null) as $origin
| flat
| (.image, .images, .banner, .photo, .foto, .imagem, .cover, .poster, .picture,
   .thumbnail, .thumb, .miniatura) |= media($origin)
| (.description, .descricao, .body, .content, .details, .detail, .conteudo) |= blocks
| .documentId as $document
| usual_record($locale)
| .id = ($document // .id)
| .description_format =
    (if .description_format == "text" then "markdown" else .description_format end)
