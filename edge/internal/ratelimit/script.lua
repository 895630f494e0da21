local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local window = tonumber(ARGV[1])
local start, refused = {}, false
for i, key in ipairs(KEYS) do
	local tat = tonumber(redis.call('GET', key) or '0')
	start[i] = math.min(math.max(tat, now), now + 2 * window)
	refused = refused or start[i] + ARGV[2*i] * ARGV[2*i+1] - now > window
end
local answer = {}
for i, key in ipairs(KEYS) do
	local interval, tat = tonumber(ARGV[2*i]), start[i]
	local charged = tat + interval * ARGV[2*i+1]
	answer[2*i-1] = math.ceil(math.max(0, charged - now - window))
	if not refused and charged > tat then
		tat = charged
		redis.call('SET', key, string.format('%.0f', tat), 'PX', math.ceil((tat - now) / 1000))
	end
	answer[2*i] = math.max(0, math.floor((window - (tat - now)) / interval))
end
return answer
