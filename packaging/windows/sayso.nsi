; The installer for Windows, of what packaging/windows_installer.py has gathered. That defines FILE,
; TREE, NAME (of the version's directory), VERSION, NUMBERS (four of them), ICON and SIDE (a picture).
;
;     sayso-setup.exe /S [/LOGIN=yes|no]    without a window
;     uninstall.exe /S
;
; It is for one person, and takes no administrator's rights. Each version has a directory of its own, so
; that one that runs is never written over; installation.py puts the new one in use.

Unicode true
Target amd64-unicode
ManifestSupportedOS Win10
ManifestDPIAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma
AllowSkipFiles off

!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "MUI2.nsh"
!include "Sections.nsh"
!include "TextFunc.nsh"
!include "WinMessages.nsh"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\sayso"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define PYTHON_OPTIONS "-E -s -P"
!define FAILED 1 ; of installation.py, and of this program, which also has 2 for it
!define PARTLY 3

Name "sayso"
OutFile "${FILE}"
InstallDir "$LOCALAPPDATA\Programs\sayso"
BrandingText "sayso ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "sayso"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installs sayso"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_COMPONENTSPAGE_TEXT_COMPLIST " "
!define MUI_COMPONENTSPAGE_TEXT_TOP "sayso asks you before a program does something that needs your word. It is installed for you alone, in $INSTDIR. During an upgrade, what was asked stays open."
!define MUI_FINISHPAGE_TITLE "sayso is installed"
!define MUI_FINISHPAGE_TEXT "The command sayso works in each terminal that is opened from now on. A program that runs already, and has terminals of its own, has to be started again for that. Try: sayso demo$\r$\n$\r$\nRemove it among Windows' installed apps."
!define MUI_UNCONFIRMPAGE_TEXT_TOP "What sayso has set up is undone: the start at login, sayso in the configurations of agents, git and others, the search path, and its settings. What runs of sayso is ended, and so are commands that it started for somebody. Questions that are open are withdrawn. The log stays."

!define MUI_PAGE_HEADER_TEXT "Install sayso"
!define MUI_PAGE_HEADER_SUBTEXT "Programs ask you first."
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Var login ; "--login yes", "--login no", or nothing: as it was

Var ticked ; that it starts at login, as the page showed it first

; With an administrator's rights it would run what other programs of the person may have written.
; Windows calls a token so (TokenElevationType) also where it has no other kind, without UAC.
!macro AS_THE_PERSON
    StrCpy $1 0
    ReadRegDWORD $0 HKLM "Software\Microsoft\Windows\CurrentVersion\Policies\System" "EnableLUA"
    ${If} $0 == 1
        System::Call 'advapi32::OpenProcessToken(p -1, i 8, *p .r2)'
        System::Call 'advapi32::GetTokenInformation(p r2, i 18, *i .r1, i 4, *i .r3)'
        System::Call 'kernel32::CloseHandle(p r2)'
    ${EndIf}
    ${If} $1 == 2
        MessageBox MB_ICONSTOP|MB_OK "Start it as yourself, not as an administrator: sayso is installed for one person." /SD IDOK
        SetErrorLevel ${FAILED}
        Quit
    ${EndIf}
!macroend

!macro ALONE
    System::Call 'kernel32::CreateMutexW(p 0, i 0, w "Local\sayso-setup") p .r1 ?e'
    Pop $0
    ${If} $1 P= 0
    ${OrIf} $0 == 183 ; ERROR_ALREADY_EXISTS
        MessageBox MB_ICONSTOP|MB_OK "sayso is being installed or removed already." /SD IDOK
        SetErrorLevel ${FAILED}
        Quit
    ${EndIf}
!macroend

Section "sayso" PROGRAM
    SectionIn RO
    SetErrorLevel ${FAILED} ; until it is done
    SetOutPath "$INSTDIR\versions\${NAME}"
    SetDetailsPrint none
    ClearErrors
    ${If} ${FileExists} "$OUTDIR\whole"
        SetOverwrite try ; what runs is as it was, and what is missing comes back
        File /r "${TREE}\*"
        SetOverwrite on
        ClearErrors
    ${Else}
        File /r "${TREE}\*"
        ${If} ${Errors}
            Abort
        ${EndIf}
        FileOpen $0 "$OUTDIR\whole" w
        FileClose $0
    ${EndIf}
    SetDetailsPrint both
    SetOutPath "$INSTDIR"

    ; whatever comes now, it can be removed
    WriteUninstaller "$INSTDIR\uninstall.exe"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "sayso"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "sayso"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\bin\sayso.exe"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1

    ${IfNot} ${Silent}
        Call TakeChoice
    ${EndIf}
    DetailPrint "Putting this version in use"
    nsExec::ExecToStack '"$INSTDIR\versions\${NAME}\python.exe" ${PYTHON_OPTIONS} "$INSTDIR\versions\${NAME}\installation.py" adopt $login'
    Pop $0
    Pop $1
    ${If} $0 != 0
    ${AndIf} $0 != ${PARTLY}
        Delete "$INSTDIR\versions\${NAME}\whole"
        MessageBox MB_ICONSTOP|MB_OK "sayso could not be installed. What was there before is as it was.$\r$\n$\r$\n$1" /SD IDOK
        Abort
    ${EndIf}

    CreateShortCut "$SMPROGRAMS\sayso.lnk" "$INSTDIR\bin\saysow.exe"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    ${GetSize} "$INSTDIR" "/S=0K" $2 $3 $4
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $2
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
    SetErrorLevel $0
    ${If} $0 == ${PARTLY}
        MessageBox MB_ICONEXCLAMATION|MB_OK "sayso is installed, but not all was done.$\r$\n$\r$\n$1" /SD IDOK
    ${EndIf}
SectionEnd

Section "Start it when I log in" LOGIN
SectionEnd

; What the person has chosen, or the command line says. An upgrade without a word leaves it.
Function .onInit
    !insertmacro AS_THE_PERSON
    !insertmacro ALONE
    StrCpy $INSTDIR "$LOCALAPPDATA\Programs\sayso" ; /D=… could be a directory of others
    ReadRegStr $0 HKCU "${UNINSTALL}" "InstallLocation"
    ${If} $0 == ""
        StrCpy $login "--login yes"
    ${Else}
        StrCpy $INSTDIR $0
        ReadRegStr $1 HKCU "${RUN}" "sayso"
        ${If} $1 == ""
            SectionSetFlags ${LOGIN} 0
        ${EndIf}
    ${EndIf}
    SectionGetFlags ${LOGIN} $ticked
    SectionGetSize ${PROGRAM} $1 ; its files stand in it twice, and come once
    IntOp $1 $1 / 2
    SectionSetSize ${PROGRAM} $1
    ${If} ${Silent}
        ${GetParameters} $1
        ${GetOptions} $1 "/LOGIN=" $2
        ${IfNot} ${Errors}
            ${If} $2 != "yes"
            ${AndIf} $2 != "no"
                SetErrorLevel ${FAILED}
                Quit
            ${EndIf}
            StrCpy $login "--login $2"
        ${EndIf}
    ${EndIf}
FunctionEnd

; Of who switched it off among Windows' startup apps, the page shows it on: left so, it stays off.
Function TakeChoice
    SectionGetFlags ${LOGIN} $0
    ${If} $0 != $ticked
    ${OrIf} $login != ""
        StrCpy $login "--login no"
        ${If} ${SectionIsSelected} ${LOGIN}
            StrCpy $login "--login yes"
        ${EndIf}
    ${EndIf}
FunctionEnd

Function un.onInit
    !insertmacro AS_THE_PERSON
    !insertmacro ALONE
    ReadRegStr $0 HKCU "${UNINSTALL}" "InstallLocation"
    ${If} $0 != $INSTDIR
        MessageBox MB_ICONSTOP|MB_OK "sayso is not installed in $INSTDIR." /SD IDOK
        SetErrorLevel ${FAILED}
        Quit
    ${EndIf}
FunctionEnd

Section "Uninstall"
    ClearErrors
    FileOpen $0 "$INSTDIR\current" r
    FileRead $0 $2
    FileClose $0
    ${un.TrimNewLines} $2 $2
    SetOutPath "$TEMP"
    nsExec::ExecToStack '"$INSTDIR\versions\$2\python.exe" ${PYTHON_OPTIONS} "$INSTDIR\versions\$2\installation.py" remove'
    Pop $0
    Pop $1
    ${If} $0 != 0
        SetErrorLevel ${PARTLY}
        MessageBox MB_ICONEXCLAMATION|MB_YESNO "Not all that sayso has set up could be undone.$\r$\n$\r$\n$1$\r$\n$\r$\nRemove it all the same?" /SD IDYES IDYES remove
        Abort
    ${EndIf}

  remove:
    SetDetailsPrint none
    DeleteRegValue HKCU "${RUN}" "sayso"
    RMDir /r "$INSTDIR\bin"
    RMDir /r "$INSTDIR\versions"
    SetDetailsPrint both
    ${If} ${FileExists} "$INSTDIR\versions\*.*"
        SetErrorLevel ${PARTLY}
        MessageBox MB_ICONEXCLAMATION|MB_OK "Some files of sayso are in use, in $INSTDIR\versions. End what uses them, then remove sayso again." /SD IDOK
    ${Else}
        Delete "$INSTDIR\current"
        Delete "$INSTDIR\current.new"
        Delete "$INSTDIR\uninstall.exe"
        RMDir "$INSTDIR"
        DeleteRegKey HKCU "${UNINSTALL}"
    ${EndIf}
    Delete "$SMPROGRAMS\sayso.lnk"
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
SectionEnd
