vcl 4.1;
backend edge { .host = "HOST"; .port = "PORT"; }
sub vcl_deliver {
	if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } else { set resp.http.X-Cache = "MISS"; }
}
