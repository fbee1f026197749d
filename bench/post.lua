-- Posts one entry per request for a randomly chosen company. Arguments: a file of targets, and a prefix for
-- Idempotency-Keys if each request is to have one. The file's first line is the body, each further one a path and a
-- token. Prints the result as one line of JSON at the end.
local requests, keyed, prefix, count = {}, false, nil, 0

function init(args)
  prefix = args[2]
  keyed = prefix ~= nil
  math.randomseed(os.time())
  local body
  for line in io.lines(args[1]) do
    if body == nil then
      body = line
    else
      local path, token = line:match('^(%S+) (%S+)$')
      local headers = { ['Authorization'] = 'Bearer ' .. token, ['Content-Type'] = 'application/json' }
      if keyed then headers['Idempotency-Key'] = '@KEY@' end
      local text = wrk.format('POST', path, headers, body)
      local before, after = text:match('^(.*)@KEY@(.*)$')
      requests[#requests + 1] = keyed and { before, after } or text
    end
  end
end

function request()
  local chosen = requests[math.random(#requests)]
  if not keyed then return chosen end
  count = count + 1
  return chosen[1] .. prefix .. count .. chosen[2]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"refused":%d,"broken":%d}',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
