alter table "messages" drop constraint "messages_pkey", add constraint "messages_pkey" primary key using index "messages_pkey_next";
--> statement-breakpoint
drop index "offers_one_pending";
--> statement-breakpoint
alter index "offers_one_pending_next" rename to "offers_one_pending";
--> statement-breakpoint
alter table "offers" drop constraint "offers_pkey", add constraint "offers_pkey" primary key using index "offers_pkey_next";
--> statement-breakpoint
alter table "outbox" drop constraint "outbox_pkey", add constraint "outbox_pkey" primary key using index "outbox_pkey_next";
--> statement-breakpoint
alter table "question_events" drop constraint "question_events_question_id_seq_pk", add constraint "question_events_pkey" primary key using index "question_events_question_id_seq_pk_next";
