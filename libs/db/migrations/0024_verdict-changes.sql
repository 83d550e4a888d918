ALTER TABLE "knowledge" ADD COLUMN "verdict_changes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE FUNCTION "count_verdict_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "knowledge" SET "verdict_changes" = "verdict_changes" + 1
  WHERE "id" = CASE WHEN TG_OP = 'INSERT' OR OLD."knowledge_id" IS NULL THEN NEW."knowledge_id" ELSE OLD."knowledge_id" END;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "automatic_answers_given_verdict" AFTER INSERT ON "automatic_answers" FOR EACH ROW
WHEN (NEW."knowledge_id" IS NOT NULL AND NEW."decided_at" IS NOT NULL) EXECUTE FUNCTION "count_verdict_change"();--> statement-breakpoint
CREATE TRIGGER "automatic_answers_verdict" AFTER UPDATE ON "automatic_answers" FOR EACH ROW
WHEN (NEW."knowledge_id" IS NOT NULL AND (OLD."decided_at", OLD."quick_reply", OLD."user_id") IS DISTINCT FROM (NEW."decided_at", NEW."quick_reply", NEW."user_id"))
EXECUTE FUNCTION "count_verdict_change"();--> statement-breakpoint
CREATE TRIGGER "automatic_answers_erased_verdict" AFTER DELETE ON "automatic_answers" FOR EACH ROW
WHEN (OLD."knowledge_id" IS NOT NULL AND OLD."decided_at" IS NOT NULL) EXECUTE FUNCTION "count_verdict_change"();--> statement-breakpoint
CREATE TRIGGER "responses_verdict" AFTER UPDATE ON "responses" FOR EACH ROW
WHEN (coalesce(NEW."knowledge_id", OLD."knowledge_id") IS NOT NULL
  AND (OLD."knowledge_id", OLD."quick_reply", OLD."updated_at") IS DISTINCT FROM (NEW."knowledge_id", NEW."quick_reply", NEW."updated_at"))
EXECUTE FUNCTION "count_verdict_change"();--> statement-breakpoint
-- Processes of before 0022 decide without naming the answer: the event does.
CREATE FUNCTION "name_known_answer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."knowledge_id" := (SELECT (e."detail" ->> 'sourceId')::uuid FROM "question_events" e
    WHERE e."question_id" = NEW."question_id" AND e."type" = 'QUESTION_AUTO_RESPONSE' AND e."detail" ? 'sourceId' LIMIT 1);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "responses_known_answer" BEFORE UPDATE OF "quick_reply" ON "responses" FOR EACH ROW
WHEN (NEW."type" = 'AutoResponse' AND NEW."quick_reply" IN ('ACCEPTED', 'REJECTED') AND NEW."knowledge_id" IS NULL
  AND OLD."quick_reply" IS DISTINCT FROM NEW."quick_reply") EXECUTE FUNCTION "name_known_answer"();--> statement-breakpoint
-- What they decided since 0022. A forgotten person's event names no answer.
UPDATE "responses" r SET "knowledge_id" = (e."detail" ->> 'sourceId')::uuid
FROM "question_events" e
WHERE e."question_id" = r."question_id" AND e."type" = 'QUESTION_AUTO_RESPONSE' AND e."detail" ? 'sourceId'
  AND r."type" = 'AutoResponse' AND r."quick_reply" IN ('ACCEPTED', 'REJECTED') AND r."knowledge_id" IS NULL;--> statement-breakpoint
UPDATE "knowledge" k SET "verdict_changes" = v."verdicts"
FROM (
  SELECT "knowledge_id", count(*) AS "verdicts" FROM (
    SELECT "knowledge_id" FROM "automatic_answers" WHERE "knowledge_id" IS NOT NULL AND "decided_at" IS NOT NULL
    UNION ALL SELECT "knowledge_id" FROM "responses" WHERE "knowledge_id" IS NOT NULL
  ) a GROUP BY "knowledge_id"
) v WHERE v."knowledge_id" = k."id";
