CREATE TABLE "message_external_ids" (
	"company_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"system" text NOT NULL,
	CONSTRAINT "message_external_ids_pkey" PRIMARY KEY("company_id","external_id","seq","system")
);
--> statement-breakpoint
grant select, insert, delete on "message_external_ids" to askline_app, askline_system;
--> statement-breakpoint
select fence_table('message_external_ids');
--> statement-breakpoint
create function "index_message_external_ids"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from "message_external_ids" x using jsonb_to_recordset(old."external_ids") as i("id" text, "system" text)
    where x."company_id" = old."company_id" and x."external_id" = i."id" and x."seq" = old."seq" and x."system" = i."system";
  end if;
  if tg_op <> 'DELETE' then
    insert into "message_external_ids" ("company_id", "external_id", "seq", "system")
    select new."company_id", i."id", new."seq", i."system" from jsonb_to_recordset(new."external_ids") as i("id" text, "system" text)
    -- A message may name an id twice, and the backfill may come first.
    on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger "messages_external_ids_added" after insert on "messages" for each row
when (new."external_ids" <> '[]') execute function "index_message_external_ids"();
--> statement-breakpoint
create trigger "messages_external_ids_changed" after update of "external_ids" on "messages" for each row
when (old."external_ids" <> new."external_ids") execute function "index_message_external_ids"();
--> statement-breakpoint
create trigger "messages_external_ids_removed" after delete on "messages" for each row
when (old."external_ids" <> '[]') execute function "index_message_external_ids"();
