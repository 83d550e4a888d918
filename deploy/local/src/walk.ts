/**
 * The life of one question as lines for a shell with curl and node, to be pasted one after the other.
 * `demoFile` is the absolute path of demo.json.
 */
export function walkLines({
  apiUrl,
  demoFile,
}: {
  apiUrl: string
  demoFile: string
}): { what: string; line: string }[] {
  const json = `-H 'Content-Type: application/json'`
  const asAda = `-H "Authorization: Bearer $TOKEN" ${json}`
  const asExpert = `-H "Authorization: Bearer $EXPERT_TOKEN" ${json}`
  return [
    {
      what: 'two helpers: one reads demo.json, one picks from an answer',
      line: `API='${apiUrl}/v1'; demo() { node -p "d=JSON.parse(require('fs').readFileSync(process.argv[1])),$1" '${demoFile}'; }; pick() { node -p "d=JSON.parse(require('fs').readFileSync(0)),$1"; }`,
    },
    {
      what: 'a token for the integration',
      line: `TOKEN=$(curl -s "$API/oauth/token" -d grant_type=client_credentials -d client_id="$(demo d.integration.clientId)" -d client_secret="$(demo d.integration.clientSecret)" | pick d.access_token); echo "$TOKEN"`,
    },
    {
      what: 'ada asks',
      line: `QUESTION=$(curl -s "$API/questions" ${asAda} -d '{"text":"My new card has not arrived after two weeks. What can I do?","userEmail":"ada@example.com","userName":"Ada"}' | pick d.data.uuid); echo "$QUESTION"`,
    },
    {
      what: 'she polls: 304 as long as nothing changes',
      line: `sleep 1; SEEN=$(curl -s "$API/questions/$QUESTION?userEmail=ada@example.com" ${asAda} | pick d.data.lastUpdated); curl -s -o /dev/null -w '%{http_code}\\n' "$API/questions/$QUESTION?userEmail=ada@example.com&lastChecked=$SEEN" ${asAda}`,
    },
    {
      what: 'the first expert it was offered to signs in',
      line: `for i in 1 2 3 4 5 6 7 8 9 10; do EXPERT=$(curl -s "$API/questions/$QUESTION?userEmail=ada@example.com" ${asAda} | pick 'd.data.conversation.messages.find(m=>m.potentialExperts)?.potentialExperts.experts[0]?.uuid??""'); [ -n "$EXPERT" ] && break; sleep 1; done; EXPERT_TOKEN=$(curl -s "$API/oauth/token" -d grant_type=client_credentials -d client_id="$(demo "d.experts.find(e=>e.uuid==='$EXPERT').clientId")" -d client_secret="$(demo "d.experts.find(e=>e.uuid==='$EXPERT').clientSecret")" | pick d.access_token); demo "d.experts.find(e=>e.uuid==='$EXPERT').name"`,
    },
    { what: 'and looks into the inbox', line: `curl -s "$API/experts/me/questions?view=offered" ${asExpert}; echo` },
    { what: 'claims', line: `curl -s -X POST "$API/questions/$QUESTION/claim" ${asExpert} -d '{}'; echo` },
    {
      what: 'responds',
      line: `RESPONSE=$(curl -s "$API/questions/$QUESTION/responses" ${asExpert} -d '{"text":"Cards take up to ten working days. Shall I send you another one?"}' | pick d.data.uuid); echo "$RESPONSE"`,
    },
    {
      what: 'ada writes back',
      line: `curl -s "$API/messages" ${asAda} -d "{\\"responseUuid\\":\\"$RESPONSE\\",\\"text\\":\\"Yes, please.\\",\\"userEmail\\":\\"ada@example.com\\"}"; echo`,
    },
    {
      what: 'accepts',
      line: `curl -s "$API/responses/$RESPONSE/accept" ${asAda} -d '{"userEmail":"ada@example.com"}'; echo`,
    },
    {
      what: 'and rates',
      line: `curl -s "$API/responses/$RESPONSE/rate" ${asAda} -d '{"userEmail":"ada@example.com","rating":"POSITIVE_5"}'; echo`,
    },
  ]
}
