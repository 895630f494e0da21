# One event of any backend to one record, by the usual names of members.

usual_record($locale)
