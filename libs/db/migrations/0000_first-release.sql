CREATE SEQUENCE "public"."event_position" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'ONE_TO_ONE' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "categories_pkey" PRIMARY KEY("id","company_id")
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
	"start_dismissed_at" timestamp (3) with time zone,
	CONSTRAINT "companies_tag_unique" UNIQUE("tag")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"system_id" text NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "integrations_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "widget_openings" (
	"company_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "widget_openings_pkey" PRIMARY KEY("company_id","origin","day")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"target_id" text,
	"correlation_id" text,
	"address" text,
	"user_agent" text,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "audit_log_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "authorization_codes" (
	"code_hash" text NOT NULL,
	"company_id" uuid NOT NULL,
	"family_id" uuid NOT NULL,
	"redirect_uri" text,
	"code_challenge" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "authorization_codes_pkey" PRIMARY KEY("code_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"client_id" text NOT NULL,
	"company_id" uuid NOT NULL,
	"integration_id" uuid,
	"user_id" uuid,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"reads_per_minute" integer,
	"writes_per_minute" integer,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "credentials_pkey" PRIMARY KEY("client_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"secret_hash" text NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_pkey" PRIMARY KEY("secret_hash","user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "password_links_pkey" PRIMARY KEY("token_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" text NOT NULL,
	"company_id" uuid NOT NULL,
	"family_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY("token_hash","company_id")
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
CREATE TABLE "setup_links" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "setup_links_only" CHECK ("setup_links"."is_only")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_pem" text NOT NULL,
	"encrypted_private_key" text,
	"encryption_key_id" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_expiry_at" timestamp (3) with time zone,
	"retires_at" timestamp (3) with time zone,
	CONSTRAINT "signing_keys_encryption" CHECK (("signing_keys"."encrypted_private_key" is null) = ("signing_keys"."encryption_key_id" is null))
);
--> statement-breakpoint
CREATE TABLE "token_families" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"session_hash" text,
	"used_at" timestamp (3) with time zone,
	"user_agent" text,
	"network" text,
	CONSTRAINT "token_families_pkey" PRIMARY KEY("id","company_id"),
	CONSTRAINT "token_families_session_hash_unique" UNIQUE("session_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "message_external_ids" (
	"company_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"system" text NOT NULL,
	CONSTRAINT "message_external_ids_pkey" PRIMARY KEY("company_id","external_id","seq","system")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"response_id" uuid,
	"type" text DEFAULT 'MESSAGE' NOT NULL,
	"author_id" uuid,
	"author_kind" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"folded" text DEFAULT '' NOT NULL,
	"detail" jsonb,
	"external_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb,
	"is_viewed_by_user" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "messages_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "responses" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"type" text NOT NULL,
	"author_id" uuid,
	"is_accepted" boolean DEFAULT false NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"rating" text,
	"rating_system" jsonb,
	"rated_at" timestamp (3) with time zone,
	"quick_reply" text,
	"knowledge_id" uuid,
	"is_viewed_by_user" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "responses_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "evidence_chunks" (
	"snapshot_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "evidence_chunks_pkey" PRIMARY KEY("snapshot_id","seq","company_id")
);
--> statement-breakpoint
CREATE TABLE "evidence_snapshots" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone,
	"began_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"snapshot_id" uuid,
	"history" text,
	"known_until" timestamp (3) with time zone,
	"questions" integer DEFAULT 0 NOT NULL,
	"size_bytes" integer DEFAULT 0 NOT NULL,
	"made_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "company_events" (
	"company_id" uuid NOT NULL,
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"position" bigint DEFAULT nextval('event_position') NOT NULL,
	"type" text NOT NULL,
	"detail" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "company_events_pkey" PRIMARY KEY("company_id","tx","position")
);
--> statement-breakpoint
CREATE TABLE "feed_marks" (
	"at" timestamp (3) with time zone PRIMARY KEY DEFAULT clock_timestamp() NOT NULL,
	"tx" "xid8" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_chunks" (
	"file_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "file_chunks_pkey" PRIMARY KEY("file_id","seq","company_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"format" text,
	"sha256" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"rows_accepted" integer DEFAULT 0 NOT NULL,
	"rows_refused" integer DEFAULT 0 NOT NULL,
	"refused" json DEFAULT '[]'::json NOT NULL,
	"reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"notes" jsonb,
	"fault_code" text,
	"fault_line" integer,
	"held_out_accuracy" double precision,
	"model_id" uuid,
	"uploader_kind" text NOT NULL,
	"uploader_id" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"began_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"imported_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "files_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "past_answers" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"score" integer,
	"accepted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "past_answers_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "past_questions" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asker_key" text,
	"asker_id" uuid,
	"text" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "past_questions_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "training_examples" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "training_examples_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"file_id" uuid,
	"line" integer,
	"question_id" uuid,
	"text" text,
	"class" text,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "training_examples_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "clock_advances" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"advance_ms" bigint NOT NULL,
	"from_at" timestamp (3) with time zone,
	"to_offset" interval,
	"moves" integer DEFAULT 0 NOT NULL,
	"runner" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "clock_advances_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"job_key" text,
	"question_id" uuid,
	"payload" jsonb,
	"reason" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "quarantined_questions" (
	"question_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	CONSTRAINT "quarantined_questions_pkey" PRIMARY KEY("question_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"changes_at" timestamp (3) with time zone NOT NULL,
	"pass_at" timestamp (3) with time zone NOT NULL,
	"passed_id" uuid,
	CONSTRAINT "reconciliation_one_row" CHECK ("reconciliation"."is_only")
);
--> statement-breakpoint
CREATE TABLE "repairs" (
	"company_id" uuid NOT NULL,
	"invariant" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "repairs_company_id_invariant_hour_pk" PRIMARY KEY("company_id","invariant","hour")
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
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"folded" text DEFAULT '' NOT NULL,
	"class" text,
	"language" text,
	"source" text DEFAULT 'ADMIN' NOT NULL,
	"file_id" uuid,
	"file_line" integer,
	"suspended_at" timestamp (3) with time zone,
	"suspended_reason" text,
	"verdict_changes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "knowledge_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_sources" (
	"knowledge_id" uuid NOT NULL,
	"response_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	CONSTRAINT "knowledge_sources_pkey" PRIMARY KEY("knowledge_id","response_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"jobs" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "outbox_pkey" PRIMARY KEY("id","company_id")
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
	"position" bigint DEFAULT nextval('event_position') NOT NULL,
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "question_events_pkey" PRIMARY KEY("question_id","seq","company_id")
);
--> statement-breakpoint
CREATE TABLE "model_chunks" (
	"model_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "model_chunks_pkey" PRIMARY KEY("model_id","seq","company_id")
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"examples" integer NOT NULL,
	"classes" integer NOT NULL,
	"held_out" integer NOT NULL,
	"accuracy" double precision NOT NULL,
	"calibration_error" double precision NOT NULL,
	"report" json NOT NULL,
	"compared_with" uuid,
	"compared_cases" integer,
	"compared_accuracy" double precision,
	"running_accuracy" double precision,
	"verdict" text NOT NULL,
	"judged" "bytea" NOT NULL,
	"size_bytes" integer NOT NULL,
	"is_stale" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"learned_until" timestamp (3) with time zone NOT NULL,
	"ran_at" timestamp (3) with time zone,
	CONSTRAINT "models_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "running_models" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"model_id" uuid NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trainings" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone,
	"wanted_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"began_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"must_replace" boolean DEFAULT false NOT NULL,
	"last_removed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"author_kind" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "notes_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "offer_days" (
	"company_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"day" date NOT NULL,
	"claimed" integer NOT NULL,
	"declined" integer NOT NULL,
	"missed" integer NOT NULL,
	"withdrawn" integer NOT NULL,
	"released" integer NOT NULL,
	"lapsed" integer NOT NULL,
	"escalated" integer NOT NULL,
	"claim_ms" double precision[] NOT NULL,
	CONSTRAINT "offer_days_pkey" PRIMARY KEY("company_id","expert_id","day")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"wave" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"score" double precision,
	"reasons" text[],
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "offers_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "routing_decisions" (
	"question_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"wave" integer NOT NULL,
	"kind" text NOT NULL,
	"policy_version" text NOT NULL,
	"language" text,
	"requirement" json,
	"is_last" boolean DEFAULT false NOT NULL,
	"roster_id" uuid NOT NULL,
	"candidates" json NOT NULL,
	"counts" json NOT NULL,
	"facts" json,
	"times" integer DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "routing_decisions_pkey" PRIMARY KEY("company_id","question_id","round","wave","kind")
);
--> statement-breakpoint
CREATE TABLE "routing_rosters" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"named" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "routing_rosters_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "experts" (
	"user_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"availability" text DEFAULT 'AVAILABLE' NOT NULL,
	"missed_offers" integer DEFAULT 0 NOT NULL,
	"away_reason" text,
	"away_since" timestamp (3) with time zone,
	"capacity" integer DEFAULT 5 NOT NULL,
	"load" integer DEFAULT 0 NOT NULL,
	"languages" text[] DEFAULT '{en}' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"topic_levels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"category_ids" uuid[] DEFAULT '{}' NOT NULL,
	"working_hours" jsonb,
	"is_official" boolean DEFAULT false NOT NULL,
	"is_certified" boolean DEFAULT false NOT NULL,
	"is_elite" boolean DEFAULT false NOT NULL,
	"number_of_answers" integer DEFAULT 0 NOT NULL,
	"rated_answers" integer DEFAULT 0 NOT NULL,
	"rating_sum" double precision DEFAULT 0 NOT NULL,
	"last_active_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "experts_pkey" PRIMARY KEY("user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"email" text,
	"address" text,
	"name" text NOT NULL,
	"folded" text DEFAULT '' NOT NULL,
	"avatar_url" text,
	"password_hash" text,
	"password_requested_at" timestamp (3) with time zone,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "users_pkey" PRIMARY KEY("id","company_id"),
	CONSTRAINT "users_address" CHECK (("users"."email" is null) = ("users"."address" is null))
);
--> statement-breakpoint
CREATE TABLE "forget_requests" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid,
	"email_hash" text NOT NULL,
	"erased" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"pass_began_at" timestamp (3) with time zone,
	"last_question_id" uuid,
	"finished_at" timestamp (3) with time zone,
	"unlearned_at" timestamp (3) with time zone,
	CONSTRAINT "forget_requests_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "question_external_ids" (
	"company_id" uuid NOT NULL,
	"system" text NOT NULL,
	"external_id" text NOT NULL,
	"question_id" uuid NOT NULL,
	CONSTRAINT "question_external_ids_company_id_system_external_id_pk" PRIMARY KEY("company_id","external_id","system")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"asker_id" uuid NOT NULL,
	"integration_id" uuid,
	"category_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"folded" text DEFAULT '' NOT NULL,
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
	"reroute_reason" text,
	"closed_at" timestamp (3) with time zone,
	"num_responses" integer DEFAULT 0 NOT NULL,
	"first_response_at" timestamp (3) with time zone,
	"first_offered_at" timestamp (3) with time zone,
	"experts_available" integer,
	"promised_ms" integer,
	"holder_id" uuid,
	"fence" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 1 NOT NULL,
	"wave" integer DEFAULT 0 NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"open_to_all_at" timestamp (3) with time zone,
	"open_language" text,
	"open_requirement" jsonb,
	"widens_at" timestamp (3) with time zone,
	"opinion_of" uuid,
	"wave_due_at" timestamp (3) with time zone,
	"lease_due_at" timestamp (3) with time zone,
	"prompt_due_at" timestamp (3) with time zone,
	"escalation_due_at" timestamp (3) with time zone,
	"approval_due_at" timestamp (3) with time zone,
	"silence_due_at" timestamp (3) with time zone,
	"hold_due_at" timestamp (3) with time zone,
	"expiry_due_at" timestamp (3) with time zone,
	"opinion_due_at" timestamp (3) with time zone,
	"next_due_at" timestamp (3) with time zone GENERATED ALWAYS AS (least(wave_due_at, lease_due_at, prompt_due_at, escalation_due_at, approval_due_at, silence_due_at, hold_due_at, expiry_due_at, opinion_due_at)) STORED,
	"expires_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "questions_pkey" PRIMARY KEY("id","company_id"),
	CONSTRAINT "questions_open_has_turn" CHECK (("questions"."closed_at" is null) = ("questions"."turn" is not null))
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"message_id" uuid,
	"text" text NOT NULL,
	"replaced_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "revisions_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"user_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_pkey" PRIMARY KEY("company_id","user_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"owner_id" uuid,
	"title" text NOT NULL,
	"shortcut" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_replies_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "automatic_answers" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"question" text NOT NULL,
	"predicted_class" text,
	"confidence" double precision NOT NULL,
	"knowledge_id" uuid,
	"content_id" uuid,
	"body" text,
	"quick_reply" text,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "automatic_answers_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "text_requests" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"answer" jsonb,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "text_requests_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"status" integer,
	"fault" text,
	"duration_ms" integer NOT NULL,
	"answer" text,
	CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"position" bigint,
	"type" text NOT NULL,
	"question_id" uuid,
	"seq" integer,
	"receipt_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"integration_id" uuid,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"format" text NOT NULL,
	"include_state" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'ACTIVE' NOT NULL,
	"disabled_reason" text,
	"cursor_tx" "xid8" NOT NULL,
	"cursor_position" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"probe_at" timestamp (3) with time zone,
	"runner" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"encrypted_secret" text NOT NULL,
	"encryption_key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"retires_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY("id","company_id")
);
--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_openings" ADD CONSTRAINT "widget_openings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_family_fk" FOREIGN KEY ("family_id","company_id") REFERENCES "public"."token_families"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_fk" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_integration_fk" FOREIGN KEY ("integration_id","company_id") REFERENCES "public"."integrations"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_fk" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_fk" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_family_fk" FOREIGN KEY ("family_id","company_id") REFERENCES "public"."token_families"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_user_fk" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_response_fk" FOREIGN KEY ("response_id","company_id") REFERENCES "public"."responses"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."questions"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."questions"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_chunks" ADD CONSTRAINT "file_chunks_file_fk" FOREIGN KEY ("file_id","company_id") REFERENCES "public"."files"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_answers" ADD CONSTRAINT "past_answers_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."past_questions"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_questions" ADD CONSTRAINT "past_questions_file_fk" FOREIGN KEY ("file_id","company_id") REFERENCES "public"."files"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_examples" ADD CONSTRAINT "training_examples_file_fk" FOREIGN KEY ("file_id","company_id") REFERENCES "public"."files"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_knowledge_fk" FOREIGN KEY ("knowledge_id","company_id") REFERENCES "public"."knowledge"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_events" ADD CONSTRAINT "question_events_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."questions"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_chunks" ADD CONSTRAINT "model_chunks_model_fk" FOREIGN KEY ("model_id","company_id") REFERENCES "public"."models"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_models" ADD CONSTRAINT "running_models_model_fk" FOREIGN KEY ("model_id","company_id") REFERENCES "public"."models"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."questions"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_days" ADD CONSTRAINT "offer_days_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."questions"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_user_fk" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_external_ids" ADD CONSTRAINT "question_external_ids_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."questions"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."questions"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_question_fk" FOREIGN KEY ("question_id","company_id") REFERENCES "public"."questions"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_fk" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_owner_fk" FOREIGN KEY ("owner_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_fk" FOREIGN KEY ("delivery_id","company_id") REFERENCES "public"."webhook_deliveries"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_fk" FOREIGN KEY ("endpoint_id","company_id") REFERENCES "public"."webhook_endpoints"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_integration_fk" FOREIGN KEY ("integration_id","company_id") REFERENCES "public"."integrations"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_fk" FOREIGN KEY ("endpoint_id","company_id") REFERENCES "public"."webhook_endpoints"("id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_company_name" ON "categories" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_one_default" ON "categories" USING btree ("company_id") WHERE "categories"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_company_system" ON "integrations" USING btree ("company_id","system_id");--> statement-breakpoint
CREATE INDEX "integrations_company" ON "integrations" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "widget_openings_day" ON "widget_openings" USING btree ("day");--> statement-breakpoint
CREATE INDEX "audit_log_company" ON "audit_log" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_addresses" ON "audit_log" USING btree ("at") WHERE strpos("audit_log"."address", '/') = 0;--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_expires_at" ON "known_devices" USING btree ("company_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "password_links_open" ON "password_links" USING btree ("company_id","user_id") WHERE "password_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "password_links_expires_at" ON "password_links" USING btree ("company_id","expires_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_family" ON "refresh_tokens" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "revocations_revoked_at" ON "revocations" USING btree ("revoked_at");--> statement-breakpoint
CREATE INDEX "revocations_subject" ON "revocations" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "token_families_user" ON "token_families" USING btree ("user_id","company_id");--> statement-breakpoint
CREATE INDEX "token_families_expires_at" ON "token_families" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "messages_question" ON "messages" USING btree ("question_id","seq");--> statement-breakpoint
CREATE INDEX "messages_company" ON "messages" USING btree ("company_id","seq");--> statement-breakpoint
CREATE INDEX "messages_open_prompts" ON "messages" USING btree ("question_id") WHERE "messages"."type" in ('ACCEPT_RESPONSE_SYSTEM_MESSAGE', 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', 'MARK_AS_RESOLVED_MESSAGE');--> statement-breakpoint
CREATE INDEX "responses_question" ON "responses" USING btree ("question_id","created_at");--> statement-breakpoint
CREATE INDEX "responses_answered" ON "responses" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "responses_automatic" ON "responses" USING btree ("company_id") WHERE "responses"."type" = 'AutoResponse' and "responses"."quick_reply" in ('ACCEPTED', 'REJECTED');--> statement-breakpoint
CREATE INDEX "responses_verdicts" ON "responses" USING btree ("company_id","knowledge_id","updated_at","quick_reply","question_id","id") WHERE "responses"."knowledge_id" is not null;--> statement-breakpoint
CREATE INDEX "evidence_chunks_company" ON "evidence_chunks" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "evidence_snapshots_due" ON "evidence_snapshots" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "file_chunks_company" ON "file_chunks" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "files_company_hash" ON "files" USING btree ("company_id","type","sha256");--> statement-breakpoint
CREATE INDEX "files_company" ON "files" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "files_due" ON "files" USING btree ("due_at") WHERE "files"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "past_answers_question" ON "past_answers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "past_answers_expert" ON "past_answers" USING btree ("expert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "past_questions_file" ON "past_questions" USING btree ("file_id","external_id","company_id");--> statement-breakpoint
CREATE INDEX "past_questions_company" ON "past_questions" USING btree ("company_id","asked_at");--> statement-breakpoint
CREATE INDEX "past_questions_asker" ON "past_questions" USING btree ("company_id","asker_key");--> statement-breakpoint
CREATE INDEX "training_examples_company" ON "training_examples" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "training_examples_file" ON "training_examples" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "training_examples_question" ON "training_examples" USING btree ("question_id","company_id") WHERE "training_examples"."question_id" is not null;--> statement-breakpoint
CREATE INDEX "clock_advances_open" ON "clock_advances" USING btree ("company_id","id") WHERE "clock_advances"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "clock_advances_company" ON "clock_advances" USING btree ("company_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "dead_letters_job" ON "dead_letters" USING btree ("job_key");--> statement-breakpoint
CREATE UNIQUE INDEX "dead_letters_deadline" ON "dead_letters" USING btree ("question_id") WHERE "dead_letters"."kind" = 'deadline' and "dead_letters"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "dead_letters_company" ON "dead_letters" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "dead_letters_settled" ON "dead_letters" USING btree ("settled_at") WHERE "dead_letters"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX "quarantined_questions_tries" ON "quarantined_questions" USING btree ("tries","question_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "knowledge_company" ON "knowledge" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "knowledge_file" ON "knowledge" USING btree ("file_id") WHERE "knowledge"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "knowledge_sources_response" ON "knowledge_sources" USING btree ("response_id");--> statement-breakpoint
CREATE INDEX "outbox_created_at" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "question_events_feed" ON "question_events" USING btree ("company_id","tx","position");--> statement-breakpoint
CREATE UNIQUE INDEX "models_company_version" ON "models" USING btree ("company_id","version");--> statement-breakpoint
CREATE INDEX "trainings_due" ON "trainings" USING btree ("due_at") WHERE "trainings"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notes_question" ON "notes" USING btree ("question_id","id");--> statement-breakpoint
CREATE INDEX "offer_days_day" ON "offer_days" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_pending" ON "offers" USING btree ("expert_id","question_id","company_id") WHERE "offers"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "offers_expert_closed" ON "offers" USING btree ("expert_id","closed_at") WHERE "offers"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX "offers_question" ON "offers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "routing_decisions_created_at" ON "routing_decisions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "routing_rosters_created_at" ON "routing_rosters" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "experts_company" ON "experts" USING btree ("company_id","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_company_address" ON "users" USING btree ("company_id","address");--> statement-breakpoint
CREATE INDEX "users_company_role" ON "users" USING btree ("company_id","role") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "users_company" ON "users" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "users_staff_address" ON "users" USING btree ("address") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "forget_requests_due" ON "forget_requests" USING btree ("due_at") WHERE "forget_requests"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "forget_requests_learned" ON "forget_requests" USING btree ("company_id") WHERE "forget_requests"."finished_at" is not null and "forget_requests"."unlearned_at" is null;--> statement-breakpoint
CREATE INDEX "forget_requests_email" ON "forget_requests" USING btree ("company_id","email_hash");--> statement-breakpoint
CREATE INDEX "question_external_ids_question" ON "question_external_ids" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "questions_next_due_at" ON "questions" USING btree ("next_due_at") WHERE "questions"."next_due_at" is not null;--> statement-breakpoint
CREATE INDEX "questions_open" ON "questions" USING btree ("id") WHERE "questions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "questions_closed_wrongly" ON "questions" USING btree ("id") WHERE "questions"."closed_at" is not null and ("questions"."next_due_at" is not null or "questions"."status" in ('UNRESOLVED', 'CLOSED_BY_ESCALATION', 'FLAGGED'));--> statement-breakpoint
CREATE INDEX "questions_asker" ON "questions" USING btree ("asker_id","id");--> statement-breakpoint
CREATE INDEX "questions_company" ON "questions" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "questions_company_changed_at" ON "questions" USING btree ("company_id","changed_at");--> statement-breakpoint
CREATE INDEX "questions_settled_changed_at" ON "questions" USING btree ("company_id","changed_at") WHERE "questions"."first_response_at" is not null or "questions"."rerouted_at" is not null or "questions"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "questions_holder" ON "questions" USING btree ("holder_id") WHERE "questions"."holder_id" is not null and "questions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "questions_agents_queue" ON "questions" USING btree ("company_id","queued_at") WHERE "questions"."status" in ('CLOSED_BY_ESCALATION', 'FLAGGED');--> statement-breakpoint
CREATE INDEX "questions_backlog" ON "questions" USING btree ("company_id","queued_at") WHERE "questions"."turn" = 'experts' and "questions"."holder_id" is null;--> statement-breakpoint
CREATE INDEX "questions_open_to_all" ON "questions" USING btree ("company_id","queued_at","id") WHERE "questions"."open_to_all_at" is not null and "questions"."status" = 'UNRESOLVED' and "questions"."holder_id" is null;--> statement-breakpoint
CREATE INDEX "revisions_question" ON "revisions" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "drafts_question" ON "drafts" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "saved_replies_company" ON "saved_replies" USING btree ("company_id","owner_id","id");--> statement-breakpoint
CREATE INDEX "automatic_answers_content" ON "automatic_answers" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "automatic_answers_decided" ON "automatic_answers" USING btree ("company_id","decided_at");--> statement-breakpoint
CREATE INDEX "automatic_answers_verdicts" ON "automatic_answers" USING btree ("company_id","knowledge_id","decided_at","quick_reply","user_id","id") WHERE "automatic_answers"."knowledge_id" is not null and "automatic_answers"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "automatic_answers_lately" ON "automatic_answers" USING btree ("company_id","created_at","knowledge_id","quick_reply");--> statement-breakpoint
CREATE INDEX "automatic_answers_unanswered" ON "automatic_answers" USING btree ("company_id","created_at") WHERE "automatic_answers"."knowledge_id" is null;--> statement-breakpoint
CREATE INDEX "automatic_answers_nobodys" ON "automatic_answers" USING btree ("id") WHERE "automatic_answers"."user_id" is null or "automatic_answers"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "text_requests_created_at" ON "text_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_at" ON "webhook_attempts" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_position" ON "webhook_deliveries" USING btree ("company_id","endpoint_id","position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","due_at") WHERE "webhook_deliveries"."status" = 'WAITING';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_question" ON "webhook_deliveries" USING btree ("question_id") WHERE "webhook_deliveries"."question_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_receipt" ON "webhook_deliveries" USING btree ("company_id","receipt_id") WHERE "webhook_deliveries"."receipt_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at" ON "webhook_deliveries" USING btree ("created_at") WHERE "webhook_deliveries"."receipt_id" is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_company" ON "webhook_endpoints" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "webhook_secrets_endpoint" ON "webhook_secrets" USING btree ("endpoint_id");
--> statement-breakpoint
-- What follows is written by hand: `npm run db:generate` keeps it and rewrites the tables above.
alter table text_requests set unlogged;
--> statement-breakpoint
-- Chunks are compressed before they are stored.
alter table evidence_chunks alter column bytes set storage external;
--> statement-breakpoint
-- Each page keeps room for later versions of its rows. Of a new version on the same page Postgres logs only what changed.
alter table questions set (fillfactor = 70);
--> statement-breakpoint
alter table offers set (fillfactor = 70);
--> statement-breakpoint
-- Rows of these queues come and go, so their dead versions are removed early.
alter table outbox set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
alter table text_requests set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- The freshness rule of decisions §3: stamps of one question rise past the whole second that was last printed.
create function ceil_second(t timestamptz) returns timestamptz
  language sql stable parallel safe
  return date_trunc('second', t + interval '999 milliseconds');
--> statement-breakpoint
create function next_stamp(previous timestamptz, at timestamptz) returns timestamptz
  language sql stable parallel safe
  return greatest(at, ceil_second(previous) + interval '1 millisecond');
--> statement-breakpoint
-- The company's time: the database's, plus a sandbox's offset.
create function company_now(company uuid) returns timestamptz
  language sql volatile parallel safe
  return clock_timestamp() + coalesce((select clock_offset from companies where id = company), interval '0');
--> statement-breakpoint
-- A duration of a category in ms, or the default.
create function category_ms(category uuid, setting text, fallback bigint) returns interval
  language sql stable parallel safe
  return coalesce((select (settings ->> setting)::bigint from categories where id = category), fallback) * interval '1 millisecond';
--> statement-breakpoint
-- Roles that own nothing. Requests act as askline_app and see one company, named by the setting app.company of their transaction.
-- Relays, sweepers and sign-in act as askline_system. Backups and backfills act as askline_maintenance and see every company.
-- BYPASSRLS needs a superuser. Without one the policies give the same access, and pg_dump needs --enable-row-security.
do $$
declare
  r text;
begin
  foreach r in array array['askline_app', 'askline_system', 'askline_maintenance'] loop
    if not exists (select 1 from pg_roles where rolname = r) then
      begin
        execute format('create role %I nologin nosuperuser', r);
      exception when duplicate_object or unique_violation then
        null; -- a migration of another database of this server made it at the same time
      end;
    end if;
    if not pg_has_role(current_user, r, 'member') then
      execute format('grant %I to %I', r, current_user);
    end if;
  end loop;
  begin
    alter role askline_maintenance bypassrls;
  exception when insufficient_privilege then
    null;
  end;
end
$$;
--> statement-breakpoint
-- The login role switches to the three roles and inherits nothing from them: a query that forgets to switch sees no rows.
-- Postgres 15 has no such option: there, create the login role with NOINHERIT.
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    execute format('grant askline_app, askline_system, askline_maintenance to %I with inherit false, set true', current_user);
  end if;
exception when insufficient_privilege then
  null; -- the roles were granted by another role, which decides
end
$$;
--> statement-breakpoint
grant usage on schema public to askline_app, askline_system, askline_maintenance;
--> statement-breakpoint
-- Services compare the applied migrations with their own before they start.
grant usage on schema drizzle to askline_system, askline_maintenance;
--> statement-breakpoint
grant select on all tables in schema drizzle to askline_system, askline_maintenance;
--> statement-breakpoint
-- What statements need, and nothing else: libs/testing/test/grants.test.ts compares both. First the tables that requests of a company
-- use, as askline_app.
grant select, insert, update, delete on drafts, files, knowledge, messages, models, offers, outbox, past_answers, past_questions,
  running_models, saved_replies, text_requests, webhook_deliveries, webhook_endpoints to askline_app, askline_system;
--> statement-breakpoint
grant select, insert, update on automatic_answers, categories, experts, integrations, offer_days, questions, responses, trainings
  to askline_app, askline_system;
--> statement-breakpoint
grant select, insert, delete on file_chunks, idempotency_keys, message_external_ids, model_chunks, training_examples
  to askline_app, askline_system;
--> statement-breakpoint
grant select, insert on audit_log, company_events, knowledge_sources, notes, question_events, question_external_ids, revisions, users
  to askline_app, askline_system;
--> statement-breakpoint
grant select on companies, feed_marks, feeds, widget_openings to askline_app, askline_system;
--> statement-breakpoint
-- A request changes neither a password nor a role, and no company.
grant update (name, folded, avatar_url, is_blocked) on users to askline_app, askline_system;
--> statement-breakpoint
grant select on forget_requests, quarantined_questions, repairs, routing_decisions, routing_rosters to askline_app;
--> statement-breakpoint
grant select, insert on clock_advances to askline_app;
--> statement-breakpoint
grant select, update on dead_letters, evidence_snapshots to askline_app;
--> statement-breakpoint
-- The system signs people in, administers companies, forgets people and removes what has expired. What was recorded never changes,
-- except that it loses what may name a person.
grant update (email, address, role, password_hash, password_requested_at, forgotten_at, created_at) on users to askline_system;
--> statement-breakpoint
grant insert, update (name, settings, clock_offset, created_at, start_dismissed_at) on companies to askline_system;
--> statement-breakpoint
grant update (detail, correlation_id, tx) on question_events to askline_system;
--> statement-breakpoint
grant update (correlation_id, address, user_agent) on audit_log to askline_system;
--> statement-breakpoint
grant update (status, body) on idempotency_keys to askline_system;
--> statement-breakpoint
grant update on training_examples to askline_system;
--> statement-breakpoint
grant insert, update, delete on widget_openings to askline_system;
--> statement-breakpoint
grant delete on automatic_answers, notes, offer_days, question_external_ids, revisions to askline_system;
--> statement-breakpoint
grant select, insert, update, delete on dead_letters, evidence_chunks, known_devices, quarantined_questions, revocations, routing_decisions,
  routing_rosters, token_families to askline_system;
--> statement-breakpoint
grant select, insert, update on authorization_codes, clock_advances, credentials, evidence_snapshots, forget_requests, refresh_tokens,
  repairs, signing_keys to askline_system;
--> statement-breakpoint
grant select, insert, delete on password_links, setup_links, webhook_attempts to askline_system;
--> statement-breakpoint
grant select on webhook_attempts to askline_app;
--> statement-breakpoint
grant update (answer) on webhook_attempts to askline_system;
--> statement-breakpoint
-- A request stores secrets that sign, and can read none.
grant select (id, company_id, endpoint_id, created_at, retires_at), insert, update (retires_at) on webhook_secrets to askline_app;
--> statement-breakpoint
grant select, insert, update (retires_at, encrypted_secret, encryption_key_id) on webhook_secrets to askline_system;
--> statement-breakpoint
grant update (ended_at) on password_links to askline_system;
--> statement-breakpoint
grant update (token_hash, expires_at) on setup_links to askline_system;
--> statement-breakpoint
grant update (tx), delete on company_events to askline_system;
--> statement-breakpoint
grant insert, delete on feed_marks to askline_system;
--> statement-breakpoint
grant update on feeds to askline_system;
--> statement-breakpoint
grant select, update on reconciliation to askline_system;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to askline_maintenance;
--> statement-breakpoint
grant usage, select on audit_log_id_seq, event_position, messages_seq_seq, outbox_id_seq, revocations_id_seq to askline_app, askline_system;
--> statement-breakpoint
grant usage, select on all sequences in schema public to askline_maintenance;
--> statement-breakpoint
-- Restricts a new table to one company per transaction, also for its owner. `company` names the column with the company's id.
create function fence_table(fenced regclass, company name default 'company_id') returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', fenced);
  execute format(
    'create policy own_company on %s to askline_app using (%I = nullif(current_setting(''app.company'', true), '''')::uuid)',
    fenced, company);
  execute format('create policy every_company on %s to askline_system using (true)', fenced);
  execute format('create policy maintenance on %s to askline_maintenance using (true)', fenced);
  execute format('grant select, insert, update, delete on %s to askline_maintenance', fenced);
end
$$;
--> statement-breakpoint
revoke all on function fence_table from public;
--> statement-breakpoint
select fence_table(c.oid::regclass, case c.relname when 'companies' then 'id' else 'company_id' end)
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  and (c.relname = 'companies'
    or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped));
--> statement-breakpoint
-- Tells the workers which verdicts on known answers to read again.
create function count_verdict_change() returns trigger language plpgsql as $$
begin
  update knowledge set verdict_changes = verdict_changes + 1
  where id = case when tg_op = 'INSERT' or old.knowledge_id is null then new.knowledge_id else old.knowledge_id end;
  return null;
end $$;
--> statement-breakpoint
create trigger automatic_answers_given_verdict after insert on automatic_answers for each row
when (new.knowledge_id is not null and new.decided_at is not null) execute function count_verdict_change();
--> statement-breakpoint
create trigger automatic_answers_verdict after update on automatic_answers for each row
when (new.knowledge_id is not null
  and (old.decided_at, old.quick_reply, old.user_id) is distinct from (new.decided_at, new.quick_reply, new.user_id))
execute function count_verdict_change();
--> statement-breakpoint
create trigger automatic_answers_erased_verdict after delete on automatic_answers for each row
when (old.knowledge_id is not null and old.decided_at is not null) execute function count_verdict_change();
--> statement-breakpoint
create trigger responses_verdict after update on responses for each row
when (coalesce(new.knowledge_id, old.knowledge_id) is not null
  and (old.knowledge_id, old.quick_reply, old.updated_at) is distinct from (new.knowledge_id, new.quick_reply, new.updated_at))
execute function count_verdict_change();
--> statement-breakpoint
-- Names the known answer of a verdict on an automatic response.
create function name_known_answer() returns trigger language plpgsql as $$
begin
  new.knowledge_id := (select (e.detail ->> 'sourceId')::uuid from question_events e
    where e.question_id = new.question_id and e.type = 'QUESTION_AUTO_RESPONSE' and e.detail ? 'sourceId' limit 1);
  return new;
end $$;
--> statement-breakpoint
create trigger responses_known_answer before update of quick_reply on responses for each row
when (new.type = 'AutoResponse' and new.quick_reply in ('ACCEPTED', 'REJECTED') and new.knowledge_id is null
  and old.quick_reply is distinct from new.quick_reply) execute function name_known_answer();
--> statement-breakpoint
-- Writes message_external_ids, by which GET /messages finds a message.
create function index_message_external_ids() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from message_external_ids x using jsonb_to_recordset(old.external_ids) as i(id text, system text)
    where x.company_id = old.company_id and x.external_id = i.id and x.seq = old.seq and x.system = i.system;
  end if;
  if tg_op <> 'DELETE' then
    insert into message_external_ids (company_id, external_id, seq, system)
    select new.company_id, i.id, new.seq, i.system from jsonb_to_recordset(new.external_ids) as i(id text, system text)
    -- A message may name an id twice.
    on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger messages_external_ids_added after insert on messages for each row
when (new.external_ids <> '[]') execute function index_message_external_ids();
--> statement-breakpoint
create trigger messages_external_ids_changed after update of external_ids on messages for each row
when (old.external_ids <> new.external_ids) execute function index_message_external_ids();
--> statement-breakpoint
create trigger messages_external_ids_removed after delete on messages for each row
when (old.external_ids <> '[]') execute function index_message_external_ids();
--> statement-breakpoint
-- Writes the events of the company's feed for known answers, experts and categories, so that no statement can forget them. They hold
-- ids only.
create function record_company_change() returns trigger language plpgsql as $$
declare
  changed record;
  subject uuid;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'experts' then subject := changed.user_id; else subject := changed.id; end if;
  insert into company_events (company_id, type, detail, at)
  values (changed.company_id, tg_argv[0], jsonb_build_object(tg_argv[1], subject), company_now(changed.company_id));
  return null;
end $$;
--> statement-breakpoint
create trigger knowledge_added_or_removed after insert or delete on knowledge for each row
execute function record_company_change('KNOWLEDGE_CHANGED', 'knowledgeUuid');
--> statement-breakpoint
create trigger knowledge_changed after update of question, answer, class, language, suspended_at, suspended_reason on knowledge for each row
when ((old.question, old.answer, old.class, old.language, old.suspended_at, old.suspended_reason)
  is distinct from (new.question, new.answer, new.class, new.language, new.suspended_at, new.suspended_reason))
execute function record_company_change('KNOWLEDGE_CHANGED', 'knowledgeUuid');
--> statement-breakpoint
create trigger categories_added after insert on categories for each row
execute function record_company_change('CATEGORY_CHANGED', 'categoryUuid');
--> statement-breakpoint
create trigger categories_changed after update on categories for each row
when (old.* is distinct from new.*) execute function record_company_change('CATEGORY_CHANGED', 'categoryUuid');
--> statement-breakpoint
create trigger experts_added after insert on experts for each row
execute function record_company_change('EXPERT_CHANGED', 'expertUuid');
--> statement-breakpoint
-- Availability, load and reputation change with the work and are no changes of the profile.
create trigger experts_changed after update of is_active, capacity, languages, topics, topic_levels, category_ids, working_hours,
  is_official, is_certified, is_elite on experts for each row
when ((old.is_active, old.capacity, old.languages, old.topics, old.topic_levels, old.category_ids, old.working_hours,
    old.is_official, old.is_certified, old.is_elite)
  is distinct from (new.is_active, new.capacity, new.languages, new.topics, new.topic_levels, new.category_ids, new.working_hours,
    new.is_official, new.is_certified, new.is_elite))
execute function record_company_change('EXPERT_CHANGED', 'expertUuid');
--> statement-breakpoint
create trigger experts_renamed after update of name, email, avatar_url, is_blocked on users for each row
when (new.role = 'expert' and (old.name, old.email, old.avatar_url, old.is_blocked)
  is distinct from (new.name, new.email, new.avatar_url, new.is_blocked))
execute function record_company_change('EXPERT_CHANGED', 'expertUuid');
--> statement-breakpoint
-- Only the owner of a table may analyze it, and the services do not own the tables. Autovacuum looks once a minute. Until then
-- Postgres assumes that a company has a few rows in each table, and reads all of them. The outbox fills and empties again, and
-- each analysis of it makes all connections plan all moves anew.
create function analyze_young_tables() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  young text;
  analyzed integer := 0;
begin
  for young in
    select format('%I.%I', s.schemaname, s.relname) from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and c.relkind = 'r' and s.n_live_tup between 200 and 1000000
      and s.n_live_tup > 10 * greatest(c.reltuples, 0) and s.relname <> 'outbox'
  loop
    execute 'analyze (skip_locked) ' || young;
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end $$;
--> statement-breakpoint
revoke all on function analyze_young_tables() from public;
--> statement-breakpoint
grant execute on function analyze_young_tables() to askline_system;
--> statement-breakpoint
-- The only row of the reconciler's lease.
insert into reconciliation (due_at, changes_at, pass_at)
values (clock_timestamp(), clock_timestamp(), clock_timestamp() - interval '1 hour');
--> statement-breakpoint
insert into feeds default values;
