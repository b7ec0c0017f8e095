/**
 * What the watchdog does, in the language of POSIX shells. It reads lines: `+ PID` and `- PID` say which processes must not outlive us, `f
 * FOLDER` and `F FOLDER` the same of a session and its folder, `t` that a terminal may still be about to start a program, `x FOLDER` that
 * what carries the session's name ends now, `q` that what still runs may do so, until another session begins. When its input ends, we are gone, however that came about.
 *
 * Whatever a program starts carries two signs, whatever group or session it makes for itself: in a debug session its folder's name, in the
 * environment; and a number ($1) as the limit of a resource that no system limits any more (file locks), which nobody sees and every
 * process inherits; it is put on the process $2, which started us, and on what must not outlive us: a terminal has not inherited it. Both
 * can be read on Linux; elsewhere groups, and processes that have told their number, are all that is known.
 */
export const watchdogScript = `
mark=$1
# Whoever started us may be gone by now: our parent is then a stranger, whom nothing may be done to.
if [ -n "$mark" ] && [ "$PPID" = "$2" ] && prlimit --pid "$2" --locks="$mark:$mark" 2>/dev/null; then :; else mark=; fi
exec >/dev/null # we are ready
nl='
'
pids= folders= rounds=3 left=600 quit=
end() {
  case $1 in ''|*[!0-9]*|0|1|$$|$PPID) return 1 ;; esac
  kill -KILL "$1"
}
endGroup() {
  case $1 in ''|*[!0-9]*|0|1|$$|$PPID) return 1 ;; esac
  kill -KILL -"$1"
  kill -KILL "$1"
}
without() { # a list, and what to take out of it; sets others
  others= IFS=$nl
  for one in $1; do [ "$one" = "$2" ] || others="$others$nl$one"; done
  unset IFS
}
# Ends what carries a sign: $1 is the text to look for, the rest are files of processes. Sets found.
endSigned() {
  text=$1
  shift
  for file in $(grep -l -e "$text" "$@"); do
    pid=\${file#/proc/}
    end "\${pid%%/*}" && found=1
  done
}
endSession() {
  endSigned "\${1##*/}" /proc/[0-9]*/environ
  for file in "$1"/*.json; do
    [ -f "$file" ] || continue
    pid=\${file##*/}
    endGroup "\${pid%.json}" && found=1
  done
}
sign() {
  case $1 in ''|*[!0-9]*|0|1|$$|$PPID) return 1 ;; esac
  [ -z "$mark" ] || prlimit --pid "$1" --locks="$mark:$mark" 2>/dev/null
}
while IFS= read -r line; do
  value=\${line#? }
  case $line in
    '+ '*) without "$pids" "$value"; pids="$others$nl$value"; sign "$value" ;;
    '- '*) without "$pids" "$value"; pids=$others ;;
    'f '*) folders="$folders$nl$value"; rounds=10 quit= ;;
    'F '*) without "$folders" "$value"; folders=$others ;;
    'x '*) endSession "$value" ;;
    t) rounds=100 ;;
    q) quit=1 ;;
  esac
done
IFS=$nl
for folder in $folders; do : > "$folder/over"; done
for pid in $pids; do endGroup "$pid"; done
unset IFS
[ -n "$quit" ] && mark=
quiet=0
# What a kill does not end, because the system holds it, is not waited for without end.
while [ "$quiet" -lt "$rounds" ] && [ "$left" -gt 0 ]; do
  found= left=$((left - 1))
  [ -z "$mark" ] || endSigned "^Max file locks  *$mark " /proc/[0-9]*/limits
  IFS=$nl
  for folder in $folders; do
    unset IFS
    endSession "$folder"
  done
  unset IFS
  if [ -n "$found" ]; then quiet=0; else quiet=$((quiet + 1)); fi
  [ -n "$mark$folders" ] || break
  sleep 0.1 || sleep 1
done
IFS=$nl
for folder in $folders; do rm -rf "$folder" "$folder.over"; done
`;
