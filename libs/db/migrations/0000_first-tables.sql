CREATE TABLE "credentials" (
	"client_id" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"integration_id" uuid,
	"user_id" uuid,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "revocations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revocations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"revoked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_pem" text NOT NULL,
	"private_pem" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'ONE_TO_ONE' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_sandbox" boolean DEFAULT false NOT NULL,
	"clock_offset" interval DEFAULT '0'::interval NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "companies_tag_unique" UNIQUE("tag")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"system_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"response_id" uuid,
	"type" text DEFAULT 'MESSAGE' NOT NULL,
	"author_id" uuid,
	"author_kind" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"detail" jsonb,
	"external_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb,
	"is_viewed_by_user" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "responses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"type" text NOT NULL,
	"author_id" uuid,
	"is_accepted" boolean DEFAULT false NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"rating" text,
	"rated_at" timestamp (3) with time zone,
	"quick_reply" text,
	"is_viewed_by_user" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" uuid NOT NULL,
	"principal" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"question_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "idempotency_keys_company_id_principal_key_pk" PRIMARY KEY("company_id","principal","key")
);
--> statement-breakpoint
CREATE TABLE "knowledge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"class" text,
	"language" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"jobs" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_events" (
	"question_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"type" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"audience" text[] NOT NULL,
	"detail" jsonb,
	"correlation_id" text,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "question_events_question_id_seq_pk" PRIMARY KEY("question_id","seq")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"wave" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"due_at" timestamp (3) with time zone,
	"reason" text,
	"score" double precision,
	"features" jsonb,
	"reasons" text[],
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "experts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"availability" text DEFAULT 'AVAILABLE' NOT NULL,
	"capacity" integer DEFAULT 5 NOT NULL,
	"load" integer DEFAULT 0 NOT NULL,
	"languages" text[] DEFAULT '{en}' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"working_hours" jsonb,
	"is_official" boolean DEFAULT false NOT NULL,
	"is_certified" boolean DEFAULT false NOT NULL,
	"is_elite" boolean DEFAULT false NOT NULL,
	"number_of_answers" integer DEFAULT 0 NOT NULL,
	"rated_answers" integer DEFAULT 0 NOT NULL,
	"rating_sum" double precision DEFAULT 0 NOT NULL,
	"last_active_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"email" text,
	"name" text NOT NULL,
	"avatar_url" text,
	"password_hash" text,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"forgotten_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "question_external_ids" (
	"company_id" uuid NOT NULL,
	"system" text NOT NULL,
	"external_id" text NOT NULL,
	"question_id" uuid NOT NULL,
	CONSTRAINT "question_external_ids_company_id_system_external_id_pk" PRIMARY KEY("company_id","system","external_id")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"asker_id" uuid NOT NULL,
	"integration_id" uuid,
	"category_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"language" text,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"company_tags" text[] NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"predicted_class" text,
	"status" text DEFAULT 'UNRESOLVED' NOT NULL,
	"turn" text,
	"is_rerouted" boolean DEFAULT false NOT NULL,
	"reroute_type" text,
	"rerouted_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"num_responses" integer DEFAULT 0 NOT NULL,
	"first_response_at" timestamp (3) with time zone,
	"holder_id" uuid,
	"fence" integer DEFAULT 0 NOT NULL,
	"wave" integer DEFAULT 0 NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"wave_due_at" timestamp (3) with time zone,
	"lease_due_at" timestamp (3) with time zone,
	"prompt_due_at" timestamp (3) with time zone,
	"escalation_due_at" timestamp (3) with time zone,
	"approval_due_at" timestamp (3) with time zone,
	"hold_due_at" timestamp (3) with time zone,
	"expiry_due_at" timestamp (3) with time zone,
	"next_due_at" timestamp (3) with time zone GENERATED ALWAYS AS (least(wave_due_at, lease_due_at, prompt_due_at, escalation_due_at, approval_due_at, hold_due_at, expiry_due_at)) STORED,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "questions_open_has_turn" CHECK (("questions"."closed_at" is null) = ("questions"."turn" is not null))
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"message_id" uuid,
	"text" text NOT NULL,
	"replaced_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_response_id_responses_id_fk" FOREIGN KEY ("response_id") REFERENCES "public"."responses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_events" ADD CONSTRAINT "question_events_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_external_ids" ADD CONSTRAINT "question_external_ids_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "revocations_revoked_at" ON "revocations" USING btree ("revoked_at");--> statement-breakpoint
CREATE INDEX "revocations_subject" ON "revocations" USING btree ("kind","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_company_name" ON "categories" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_one_default" ON "categories" USING btree ("company_id") WHERE "categories"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_company_system" ON "integrations" USING btree ("company_id","system_id");--> statement-breakpoint
CREATE INDEX "integrations_company" ON "integrations" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "messages_question" ON "messages" USING btree ("question_id","seq");--> statement-breakpoint
CREATE INDEX "responses_question" ON "responses" USING btree ("question_id","created_at");--> statement-breakpoint
CREATE INDEX "responses_author" ON "responses" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "knowledge_company" ON "knowledge" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "outbox_created_at" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_pending" ON "offers" USING btree ("question_id","expert_id") WHERE "offers"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "offers_expert_pending" ON "offers" USING btree ("expert_id") WHERE "offers"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "offers_question" ON "offers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "experts_company" ON "experts" USING btree ("company_id","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_company_email" ON "users" USING btree ("company_id","email");--> statement-breakpoint
CREATE INDEX "users_company_role" ON "users" USING btree ("company_id","role") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "question_external_ids_question" ON "question_external_ids" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "questions_next_due_at" ON "questions" USING btree ("next_due_at") WHERE "questions"."next_due_at" is not null;--> statement-breakpoint
CREATE INDEX "questions_asker" ON "questions" USING btree ("asker_id","id");--> statement-breakpoint
CREATE INDEX "questions_company_changed_at" ON "questions" USING btree ("company_id","changed_at");--> statement-breakpoint
CREATE INDEX "questions_holder" ON "questions" USING btree ("holder_id") WHERE "questions"."holder_id" is not null and "questions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "questions_agents_queue" ON "questions" USING btree ("company_id","queued_at") WHERE "questions"."status" in ('CLOSED_BY_ESCALATION', 'FLAGGED');--> statement-breakpoint
CREATE INDEX "questions_backlog" ON "questions" USING btree ("company_id","queued_at") WHERE "questions"."turn" = 'experts' and "questions"."holder_id" is null;--> statement-breakpoint
CREATE INDEX "revisions_question" ON "revisions" USING btree ("question_id");