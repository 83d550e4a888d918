{{- define "askline.fullname" -}}
{{- if contains "askline" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-askline" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "askline.tag" -}}
{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* A tag has up to 128 characters, a label 63, and a label ends with a letter or digit. */}}
{{- define "askline.version" -}}
{{ include "askline.tag" . | trunc 63 | trimAll "-._" | quote }}
{{- end }}

{{- define "askline.labels" -}}
app.kubernetes.io/name: askline
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ include "askline.version" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* Labels that never change, for selectors. Takes a dict of root and component. */}}
{{- define "askline.selector" -}}
app.kubernetes.io/name: askline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "askline.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "askline.fullname" .) }}
{{- end }}

{{- define "askline.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "askline.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* A variable from the existing secret. Takes a dict of root, name and key. */}}
{{- define "askline.fromSecret" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .root.Values.existingSecret }}, key: {{ .key | default .name }} } }
{{- end }}

{{- /* Waits until the schema that this image needs is there, so that pods and the migration may start in any order. */}}
{{- define "askline.waitForSchema" -}}
- name: wait-for-schema
  image: {{ printf "%s/api:%s" .Values.image.repository (include "askline.tag" .) }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  command: [node, libs/db/dist/migrate-main.js, --wait]
  env:
    {{- include "askline.fromSecret" (dict "root" . "name" "DATABASE_URL") | nindent 4 }}
  resources: { requests: { cpu: 50m, memory: 64Mi }, limits: { memory: 192Mi } }
  securityContext:
    {{- include "askline.containerSecurity" . | nindent 4 }}
{{- end }}

{{- /* A value as a quoted string. Numbers of a file are floating point, and toString would write 2000000 as 2e+06. */}}
{{- define "askline.text" -}}
{{- if kindIs "float64" . }}{{ toJson . | quote }}{{ else }}{{ . | toString | quote }}{{ end }}
{{- end }}

{{- /* Memory of a routing worker by EVIDENCE_QUESTIONS. GROWTH.md explains the sum. */}}
{{- define "askline.workerMemory" -}}
{{- $env := merge (dict) .Values.routingWorker.env .Values.env }}
{{- $questions := int64 (default 1000000 $env.EVIDENCE_QUESTIONS) }}
requests: { memory: {{ add 300 (div (mul $questions 500) 1000000) }}Mi }
limits: { memory: {{ add 400 (div (mul $questions 1650) 1000000) }}Mi }
{{- end }}
