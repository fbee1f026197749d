-- What the middleman of a triangular trade sells is sold within the Union as well.
drop index sales.paper_in_union;
create index paper_in_union on sales.paper (company_id, (content ->> 'date'))
  where content @? '$.lines[*] ? (@.kind == "sale" && (@.treatment == "euGoods" || @.treatment == "triangular" || @.treatment == "euServices"))';
