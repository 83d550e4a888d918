/** One step of the walk: a title and a line to paste. */
export type WalkLine = { what: string; line: string }

/**
 * Returns the printed walk, for a shell with curl and node. `demoFile` is the absolute path of demo.json.
 * One question is answered automatically, and another one goes to an expert.
 */
export function walkLines({ apiUrl, demoFile }: { apiUrl: string; demoFile: string }): WalkLine[] {
  const json = `-H 'Content-Type: application/json'`
  const asAda = `-H "Authorization: Bearer $TOKEN" ${json}`
  const asExpert = `-H "Authorization: Bearer $EXPERT_TOKEN" ${json}`
  const asAdmin = `-H "Authorization: Bearer $ADMIN_TOKEN" ${json}`
  const tokenOf = (person: string) =>
    `$(curl -s "$API/oauth/token" -d grant_type=client_credentials -d client_id="$(demo "${person}.clientId")" -d client_secret="$(demo "${person}.clientSecret")" | pick d.access_token)`
  const ask = (text: string) =>
    `$(curl -s "$API/questions" ${asAda} -d '{"text":"${text}","userEmail":"ada@example.com","userName":"Ada"}' | pick d.data.uuid)`
  // Polls the question once a second, at most ten times, until the variable is not empty.
  const untilSet = (variable: string, expression: string) =>
    `for i in 1 2 3 4 5 6 7 8 9 10; do ${variable}=$(curl -s "$API/questions/$QUESTION?userEmail=ada@example.com" ${asAda} | pick '${expression}??""'); [ -n "$${variable}" ] && break; sleep 1; done`
  return [
    {
      what: 'Define two helpers: `demo` reads demo.json, `pick` reads an answer.',
      line: `API='${apiUrl}/v1'; demo() { node -p "d=JSON.parse(require('fs').readFileSync(process.argv[1])),$1" '${demoFile}'; }; pick() { node -p "d=JSON.parse(require('fs').readFileSync(0)),$1"; }`,
    },
    { what: 'Get a token of the integration.', line: `TOKEN=${tokenOf('d.integration')}; echo "$TOKEN"` },
    {
      what: 'Classify a text.',
      line: `curl -s "$API/classifications" -G --data-urlencode 'text=I want to cancel a transfer that I made today' ${asAda}; echo`,
    },
    {
      what: 'Find the known answer to a text, without asking a question.',
      line: `curl -s "$API/automaticAnswers" ${asAda} -d '{"text":"My card has not arrived, when will I get it?"}'; echo`,
    },
    {
      what: 'Ada asks a question that has a known answer.',
      line: `QUESTION=${ask('Why was my card payment declined?')}; ${untilSet('RESPONSE', 'd.data.conversation.responses.find(r=>r.type==="AutoResponse")?.uuid')}; curl -s "$API/questions/$QUESTION?userEmail=ada@example.com" ${asAda} | pick 'd.data.conversation.responses[0].messages[0].body'`,
    },
    {
      what: 'She accepts the automatic answer, which resolves the question.',
      line: `curl -s "$API/responses/$RESPONSE/confirmAutoResponse" ${asAda} -d '{"userEmail":"ada@example.com","quickReply":"ACCEPTED"}' | pick d.data.quickReply; curl -s "$API/questions/$QUESTION?userEmail=ada@example.com" ${asAda} | pick d.data.state.status`,
    },
    {
      what: 'She asks a question that has no known answer, so it goes to experts.',
      line: `QUESTION=${ask('Can my tax adviser see my account without being able to pay?')}; echo "$QUESTION"`,
    },
    {
      what: 'She polls: 304 until something changes.',
      line: `sleep 1; SEEN=$(curl -s "$API/questions/$QUESTION?userEmail=ada@example.com" ${asAda} | pick d.data.lastUpdated); curl -s -o /dev/null -w '%{http_code}\\n' "$API/questions/$QUESTION?userEmail=ada@example.com&lastChecked=$SEEN" ${asAda}`,
    },
    {
      what: 'The first expert to whom it was offered signs in.',
      line: `${untilSet('EXPERT', 'd.data.conversation.messages.find(m=>m.potentialExperts)?.potentialExperts.experts[0]?.uuid')}; EXPERT_TOKEN=${tokenOf(`d.experts.find(e=>e.uuid==='$EXPERT')`)}; demo "d.experts.find(e=>e.uuid==='$EXPERT').name"`,
    },
    { what: 'The expert lists the inbox.', line: `curl -s "$API/experts/me/questions?view=offered" ${asExpert}; echo` },
    {
      what: 'The expert claims the question.',
      line: `curl -s -X POST "$API/questions/$QUESTION/claim" ${asExpert} -d '{}'; echo`,
    },
    {
      what: 'The expert responds.',
      line: `RESPONSE=$(curl -s "$API/questions/$QUESTION/responses" ${asExpert} -d '{"text":"Yes. Invite them under Team as a reader."}' | pick d.data.uuid); echo "$RESPONSE"`,
    },
    {
      what: 'Ada replies.',
      line: `curl -s "$API/messages" ${asAda} -d "{\\"responseUuid\\":\\"$RESPONSE\\",\\"text\\":\\"That works, thank you.\\",\\"userEmail\\":\\"ada@example.com\\"}"; echo`,
    },
    {
      what: 'She accepts the response.',
      line: `curl -s "$API/responses/$RESPONSE/accept" ${asAda} -d '{"userEmail":"ada@example.com"}'; echo`,
    },
    {
      what: 'She rates it.',
      line: `curl -s "$API/responses/$RESPONSE/rate" ${asAda} -d '{"userEmail":"ada@example.com","rating":"POSITIVE_5"}'; echo`,
    },
    {
      what: 'List the questions that show one state each.',
      line: `demo 'd.questions.map(q=>q.uuid+" "+q.userEmail+" "+q.state).join("\\n")'`,
    },
    {
      what: "The sandbox's admin moves its clock by eight hours.",
      line: `ADMIN_TOKEN=${tokenOf('d.sandbox.admin')}; curl -s "$API/admin/clock" ${asAdmin} -d '{"advance":"PT8H"}'; echo`,
    },
  ]
}
