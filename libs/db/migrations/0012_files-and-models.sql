CREATE TABLE "file_chunks" (
	"file_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "file_chunks_file_id_seq_pk" PRIMARY KEY("file_id","seq")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
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
	"fault_code" text,
	"fault_line" integer,
	"held_out_accuracy" double precision,
	"model_id" uuid,
	"uploader_kind" text NOT NULL,
	"uploader_id" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"imported_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "knowledge_sources" (
	"knowledge_id" uuid NOT NULL,
	"response_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	CONSTRAINT "knowledge_sources_knowledge_id_response_id_pk" PRIMARY KEY("knowledge_id","response_id")
);
--> statement-breakpoint
CREATE TABLE "model_chunks" (
	"model_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "model_chunks_model_id_seq_pk" PRIMARY KEY("model_id","seq")
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" uuid PRIMARY KEY NOT NULL,
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
	"ran_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "past_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"score" integer,
	"accepted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asker_key" text,
	"asker_id" uuid,
	"text" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "running_models" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"model_id" uuid NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "training_examples" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "training_examples_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"file_id" uuid,
	"line" integer,
	"question_id" uuid,
	"text" text,
	"class" text,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trainings" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone,
	"wanted_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"began_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"must_replace" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge" ADD COLUMN "source" text DEFAULT 'ADMIN' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "knowledge" ADD COLUMN "file_line" integer;--> statement-breakpoint
ALTER TABLE "knowledge" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "knowledge" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "file_chunks" ADD CONSTRAINT "file_chunks_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_knowledge_id_knowledge_id_fk" FOREIGN KEY ("knowledge_id") REFERENCES "public"."knowledge"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_chunks" ADD CONSTRAINT "model_chunks_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_answers" ADD CONSTRAINT "past_answers_question_id_past_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."past_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_questions" ADD CONSTRAINT "past_questions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_models" ADD CONSTRAINT "running_models_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_examples" ADD CONSTRAINT "training_examples_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_chunks_company" ON "file_chunks" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "files_company_hash" ON "files" USING btree ("company_id","type","sha256");--> statement-breakpoint
CREATE INDEX "files_company" ON "files" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "files_due" ON "files" USING btree ("due_at") WHERE "files"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "knowledge_sources_response" ON "knowledge_sources" USING btree ("response_id");--> statement-breakpoint
CREATE UNIQUE INDEX "models_company_version" ON "models" USING btree ("company_id","version");--> statement-breakpoint
CREATE INDEX "past_answers_question" ON "past_answers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "past_answers_expert" ON "past_answers" USING btree ("expert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "past_questions_file" ON "past_questions" USING btree ("file_id","external_id");--> statement-breakpoint
CREATE INDEX "past_questions_company" ON "past_questions" USING btree ("company_id","asked_at");--> statement-breakpoint
CREATE INDEX "past_questions_asker" ON "past_questions" USING btree ("company_id","asker_key");--> statement-breakpoint
CREATE INDEX "training_examples_company" ON "training_examples" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "training_examples_file" ON "training_examples" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "training_examples_question" ON "training_examples" USING btree ("question_id") WHERE "training_examples"."question_id" is not null;--> statement-breakpoint
CREATE INDEX "trainings_due" ON "trainings" USING btree ("due_at") WHERE "trainings"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "knowledge_file" ON "knowledge" USING btree ("file_id") WHERE "knowledge"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "automatic_answers_unanswered" ON "automatic_answers" USING btree ("company_id","created_at") WHERE "automatic_answers"."knowledge_id" is null;--> statement-breakpoint
grant select, insert, update, delete on files, file_chunks, training_examples, past_questions, past_answers, models, model_chunks,
  running_models, trainings, knowledge_sources to askline_app, askline_system;
--> statement-breakpoint
do $$
declare
  t text;
begin
  foreach t in array array['files', 'file_chunks', 'training_examples', 'past_questions', 'past_answers', 'models',
    'model_chunks', 'running_models', 'trainings', 'knowledge_sources'] loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_company on %I to askline_app using (company_id = nullif(current_setting(''app.company'', true), '''')::uuid)',
      t);
    execute format('create policy every_company on %I to askline_system using (true)', t);
  end loop;
end
$$;
