-- The papers on which something is sold within the Union, by their day: to-dos find what is left to record there, however
-- much else is sold under the cash method and waits for its payment.
create index paper_in_union on sales.paper (company_id, (content ->> 'date'))
  where content @? '$.lines[*] ? (@.kind == "sale" && (@.treatment == "euGoods" || @.treatment == "euServices"))';
