-- Messages of before 0063. Each batch is a transaction, so that none is long; writers are never blocked.
do $$
declare
  company uuid;
  after bigint;
  upto bigint;
begin
  set local role askline_maintenance;
  for company in select "id" from "companies" loop
    after := 0;
    loop
      set local role askline_maintenance;
      select max("seq") into upto from (
        select "seq" from "messages" where "company_id" = company and "seq" > after order by "seq" limit 10000
      ) batch;
      exit when upto is null;
      insert into "message_external_ids" ("company_id", "external_id", "seq", "system")
      select m."company_id", i."id", m."seq", i."system"
      from "messages" m cross join jsonb_to_recordset(m."external_ids") as i("id" text, "system" text)
      where m."company_id" = company and m."seq" > after and m."seq" <= upto and m."external_ids" <> '[]'
      on conflict do nothing;
      commit;
      after := upto;
    end loop;
  end loop;
end $$;
