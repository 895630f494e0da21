# One event of a Laravel application to one record, by the usual names of members.

usual_record($locale)
