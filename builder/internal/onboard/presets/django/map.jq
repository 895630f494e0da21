# One object of a Django REST framework to one record, by the usual names of members.

# The url of a HyperlinkedModelSerializer is the object's address in the API, not one for people.
($file | sub("\\?.*$"; "")) as $list
| if (.url | type) == "string" and (.url | startswith($list)) then del(.url) else . end
| usual_record($locale)
