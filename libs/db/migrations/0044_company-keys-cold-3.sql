alter table "revisions" drop constraint "revisions_pkey", add constraint "revisions_pkey" primary key using index "revisions_pkey_next";
--> statement-breakpoint
alter table "routing_rosters" drop constraint "routing_rosters_pkey", add constraint "routing_rosters_pkey" primary key using index "routing_rosters_pkey_next";
--> statement-breakpoint
alter table "saved_replies" drop constraint "saved_replies_pkey", add constraint "saved_replies_pkey" primary key using index "saved_replies_pkey_next";
--> statement-breakpoint
alter table "text_requests" drop constraint "text_requests_pkey", add constraint "text_requests_pkey" primary key using index "text_requests_pkey_next";
--> statement-breakpoint
alter table "training_examples" drop constraint "training_examples_pkey", add constraint "training_examples_pkey" primary key using index "training_examples_pkey_next";
--> statement-breakpoint
drop index "training_examples_question";
--> statement-breakpoint
alter index "training_examples_question_next" rename to "training_examples_question";
